import type { FastifyReply } from 'fastify'
import { escapeHtml, htmlPage } from '#/kernel/text/html-page.ts'

/** The page on which an account's owner consents or refuses; it posts all parameters of the request with the answer. */
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
    // Browsers apply `form-action` to the redirect after a form too, which leads back to the product.
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

/** The vendor's page for a wrong request, which does not redirect, because the address to go back to is not trusted. */
export function sendConsentFault(reply: FastifyReply, vendor: string, fault: string): FastifyReply {
  const main = `<h1>Error 400: ${fault}</h1>\n<p>${vendor}, played by the sandbox, does not understand what the application asks for.</p>`
  return sendPage(reply.code(400), vendor, null, main)
}

function sendPage(reply: FastifyReply, vendor: string, formAction: string | null, main: string): FastifyReply {
  const { headers, html } = htmlPage({ lang: 'en', dir: 'ltr', title: `${vendor} (sandbox)`, main, formAction })
  return reply.headers(headers).send(html)
}
