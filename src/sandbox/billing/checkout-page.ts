import type { FastifyReply } from 'fastify'
import { escapeHtml, htmlPage } from '#/kernel/text/html-page.ts'

export type CheckoutAction = { readonly action: string; readonly label: string }

/** A vendor's checkout page, with a button for everything that can happen there. */
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
  const { headers, html } = htmlPage({
    lang: 'en',
    dir: 'ltr',
    title: `${vendor} (sandbox)`,
    // Browsers apply `form-action` to the redirect after a form too, which leads back to the product.
    formAction: `'self' ${new URL(returnUrl).origin}`,
    main: `<h1>${vendor}, played by the sandbox</h1>
<p>Set-up <code>${reference}</code> is <strong>${status}</strong>. No money moves: choose what happens.</p>
<form method="post">
${actions.length > 1 ? `<fieldset><legend>Pay with</legend>${radios.join('')}</fieldset>` : ''}
${buttons.join('\n')}
</form>
<p><a href="${escapeHtml(returnUrl)}">Back without doing anything</a></p>`,
  })
  return reply.headers(headers).send(html)
}
