/** The page on which an account's owner says yes or no; every parameter of the request comes back with the answer. */
export function consentPage(vendor: string, asked: Readonly<Record<string, string>>, account: string): string {
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${vendor} (sandbox)</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1.25rem; }
input[type=email] { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem; }
button { font: inherit; padding: .5rem 1.2rem; margin: 1rem .5rem 0 0; }
</style>
</head>
<body>
<main>
<h1>${vendor} (sandbox)</h1>
<p>An application asks to read the calendars of this account:</p>
<p><code>${escapeHtml(asked.scope ?? '')}</code></p>
<form method="post" action="">
${hidden}
<label>Account <input type="email" name="account" value="${escapeHtml(account)}"></label>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
