export type HtmlPage = {
  /** BCP 47. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Text. */
  readonly title: string
  /** HTML: text from outside goes through `escapeHtml` first. */
  readonly main: string
  /** Sources that a form of the page may be sent to, as in `form-action` of its policy (CSP Level 3); null when it has no form. */
  readonly formAction: string | null
}

/**
 * A plain page for phones and desktops, light and dark: no script, no external resources, not cached and not indexed.
 *
 * @returns its headers and its HTML
 */
export function htmlPage({ lang, dir, title, main, formAction }: HtmlPage): {
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
} {
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${formAction ?? "'none'"}; base-uri 'none'; frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'microphone=(), camera=(), geolocation=()',
      // With no-referrer a browser sends `Origin: null` with a form, which then cannot prove where it comes from.
      'referrer-policy': formAction === null ? 'no-referrer' : 'same-origin',
    },
    html: `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
/* Urdu is read in Nastaliq, which stands higher. */
:lang(ur) body { font-family: "Noto Nastaliq Urdu", "Jameel Noori Nastaleeq", serif; line-height: 2.2; }
:is(:lang(ar), :lang(fa)) body { font-family: system-ui, "Noto Naskh Arabic", sans-serif; line-height: 1.8; }
h1, h2 { font-size: 1.5rem; line-height: 1.3; }
:is(h1, h2):lang(ur) { line-height: 2; }
label { display: block; padding-block: .25rem; }
fieldset { border: 1px solid; border-radius: .5rem; margin: 1rem 0; }
.field { margin-block: 1rem; }
input:not([type=radio]) { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid currentColor; border-radius: .5rem; background: transparent; color: inherit; }
button { font: inherit; margin-block-end: .5rem; margin-inline-end: .5rem; padding: .6rem 1.2rem; border-radius: .5rem; border: 1px solid currentColor; background: transparent; color: inherit; cursor: pointer; }
[aria-invalid] { border-width: 2px; }
[role=alert] { margin-block: .25rem .5rem; border-inline-start: 4px solid currentColor; padding-inline-start: .75rem; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`,
  }
}

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  // Hardly any text has one of these, and replacing without looking first would be most of the work of a mail.
  if (!/[&<>"']/.test(text)) return text
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
