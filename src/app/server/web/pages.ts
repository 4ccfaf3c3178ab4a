import type { FastifyInstance, FastifyReply } from 'fastify'
import type { htmlPage } from '#/kernel/text/html-page.ts'
import { webPage } from '#/messages/web-page.ts'
import { hasSession } from '#/slices/access/session-cookie.ts'

/** A page without personal data, which never queries the database, whatever its address holds; not rate-limited. */
export function servePages(app: FastifyInstance, baseUrl: string): void {
  const config = { anonymousCalls: 'none' } as const
  // Where payment providers send a browser back to. It decides nothing and does not know the outcome. Staff go on to
  // the portal; but somebody else may have paid for them.
  app.get('/billing/return', { config }, async ({ headers }, reply) =>
    hasSession(headers.cookie, baseUrl)
      ? reply.header('cache-control', 'no-store').redirect('/account/billing/return')
      : send(reply, billingReturnPage(headers['accept-language'])),
  )
}

function send(reply: FastifyReply, { headers, html }: ReturnType<typeof htmlPage>): FastifyReply {
  return reply.headers(headers).send(html)
}

const billingReturnPage = (acceptLanguage: string | undefined) =>
  webPage(acceptLanguage, {
    title: 'page.billing.title',
    main: (text) => `<h1>${text('page.billing.heading')}</h1>\n<p>${text('page.billing.text')}</p>`,
    formAction: null,
  })
