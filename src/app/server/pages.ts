import type { FastifyInstance, FastifyReply } from 'fastify'
import { htmlPage } from '#/kernel/text/html-page.ts'

/** A page that shows nothing of anybody and asks nothing of the database, whatever stands in its address; nor is it counted. */
export function servePages(app: FastifyInstance): void {
  const config = { anonymousCalls: 'none' } as const
  // Where payment providers send a browser back to. It decides nothing, and cannot know how it went.
  app.get('/billing/return', { config }, async (_, reply) => send(reply, billingReturnPage))
}

function send(reply: FastifyReply, { headers, html }: ReturnType<typeof htmlPage>): FastifyReply {
  return reply.headers(headers).send(html)
}

const page = (title: string, main: string) => htmlPage({ lang: 'nl', title, main, formAction: null })

const billingReturnPage = page(
  'Betaling instellen – Tijdig',
  `<h1>Bedankt, u bent terug</h1>
<p>De uitkomst komt van de betaaldienst zelf, meestal binnen een minuut. U vindt die bij uw organisatie in Tijdig, onder Facturering. U kunt dit venster sluiten.</p>
<h2 lang="en">Thank you, you are back</h2>
<p lang="en">The result comes from the payment provider itself, usually within a minute. You will find it with your organization in Tijdig, under Billing. You can close this window.</p>`,
)
