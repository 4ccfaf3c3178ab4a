import type { FastifyReply } from 'fastify'

/** The page on which an account's owner says yes or no; every parameter of the request comes back with the answer. */
export function sendConsentPage(
  reply: FastifyReply,
  vendor: string,
  asked: Readonly<Record<string, string>>,
  account: string,
): FastifyReply {
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')
  const permissions = (asked.scope ?? '').split(' ').map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`)
  return sendPage(
    reply,
    vendor,
    // A browser checks the redirect after a form too, and that one leads back to the product.
    `'self' ${new URL(asked.redirect_uri ?? '').origin}`,
    `<h1>${vendor}, played by the sandbox</h1>
<p>Tijdig asks to read the calendars of this account:</p>
<ul>
${permissions.join('\n')}
</ul>
<form method="post">
${hidden}
<p><label for="account">Account</label>
<input id="account" type="email" name="account" required autocomplete="off" value="${escapeHtml(account)}"></p>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</form>`,
  )
}

/** What a vendor shows when an application asks wrongly: the browser is not sent back, because nobody knows where to. */
export function sendConsentFault(reply: FastifyReply, vendor: string, fault: string): FastifyReply {
  const main = `<h1>Error 400: ${fault}</h1>\n<p>${vendor}, played by the sandbox, does not understand what the application asks for.</p>`
  return sendPage(reply.code(400), vendor, "'none'", main)
}

function sendPage(reply: FastifyReply, vendor: string, formAction: string, main: string): FastifyReply {
  return reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    // Without a referrer a browser would hide the origin of the form, which the sandbox checks.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }).send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${vendor} (sandbox)</title>
<style>
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; }
label { display: block; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid currentColor; border-radius: .5rem; background: transparent; color: inherit; }
button { font: inherit; margin-block-end: .5rem; margin-inline-end: .5rem; padding: .6rem 1.2rem; border-radius: .5rem; border: 1px solid currentColor; background: transparent; color: inherit; cursor: pointer; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`)
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
