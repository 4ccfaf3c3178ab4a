import type { FastifyReply } from 'fastify'

export type CheckoutAction = { readonly action: string; readonly label: string }

/** A vendor's checkout page as a person meets it, with a button for everything that can happen there. */
export function sendCheckoutPage(
  reply: FastifyReply,
  page: {
    readonly vendor: string
    readonly reference: string
    readonly status: string
    readonly returnUrl: string
    readonly methods: readonly CheckoutAction[]
    readonly actions: readonly CheckoutAction[]
  },
): FastifyReply {
  const { vendor, reference, status, returnUrl, methods, actions } = page
  const radios = methods.map(
    ({ action, label }, index) =>
      `<label><input type="radio" name="method" value="${action}"${index === 0 ? ' checked' : ''}> ${label}</label>`,
  )
  const buttons = actions.map(
    ({ action, label }) => `<button type="submit" name="action" value="${action}">${label}</button>`,
  )
  return reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // A browser checks the redirect after a form too, and that one leads back to the product.
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(returnUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
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
fieldset { border: 1px solid; border-radius: .5rem; margin: 1rem 0; }
label { display: block; padding: .25rem 0; }
button { font: inherit; margin-block-end: .5rem; margin-inline-end: .5rem; padding: .6rem 1.2rem; border-radius: .5rem; border: 1px solid currentColor; background: transparent; color: inherit; cursor: pointer; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${vendor}, played by the sandbox</h1>
<p>Set-up <code>${reference}</code> is <strong>${status}</strong>. No money moves: choose what happens.</p>
<form method="post">
${actions.length > 1 ? `<fieldset><legend>Pay with</legend>${radios.join('')}</fieldset>` : ''}
${buttons.join('\n')}
</form>
<p><a href="${returnUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">Back without doing anything</a></p>
</main>
</body>
</html>
`)
}
