import type { FastifyInstance, FastifyReply } from 'fastify'
import { htmlPage } from '#/kernel/text/html-page.ts'

/** Pages that show nothing of anybody and ask nothing of the database, whatever stands in their address; nor are they counted. */
export function servePages(app: FastifyInstance): void {
  const config = { anonymousCalls: 'none' } as const
  // The links of messages: before sign-in there is nothing to see.
  for (const path of ['/m/:token', '/a/:appointmentId'])
    app.get(path, { config }, async (_, reply) => send(reply, appointmentPage))
  // Mails and pages about connected calendars lead here.
  app.get('/setup/integrations', { config }, async (_, reply) => send(reply, integrationsPage))
  // Where agents send people to confirm what they propose.
  app.get('/voice/proposals/:proposalId', { config }, async (_, reply) => send(reply, proposalPage))
  // Where payment providers send a browser back to. It decides nothing, and cannot know how it went.
  app.get('/billing/return', { config }, async (_, reply) => send(reply, billingReturnPage))
}

function send(reply: FastifyReply, { headers, html }: ReturnType<typeof htmlPage>): FastifyReply {
  return reply.headers(headers).send(html)
}

const page = (title: string, main: string) => htmlPage({ lang: 'nl', title, main, formAction: null })

const appointmentPage = page(
  'Tijdig',
  `<h1>Uw afspraak</h1>
<p>Om uw afspraak te zien, te bevestigen of een wijziging te vragen, meldt u zich aan in de Tijdig-app. Vragen over uw afspraak beantwoordt de organisatie waar u de afspraak hebt.</p>
<h2 lang="en">Your appointment</h2>
<p lang="en">To see or confirm your appointment, or to ask for a change, sign in to the Tijdig app. For questions about it, contact the organization the appointment is with.</p>`,
)

const billingReturnPage = page(
  'Betaling instellen – Tijdig',
  `<h1>Bedankt, u bent terug</h1>
<p>De uitkomst komt van de betaaldienst zelf, meestal binnen een minuut. U vindt die bij uw organisatie in Tijdig, onder Facturering. U kunt dit venster sluiten.</p>
<h2 lang="en">Thank you, you are back</h2>
<p lang="en">The result comes from the payment provider itself, usually within a minute. You will find it with your organization in Tijdig, under Billing. You can close this window.</p>`,
)

const integrationsPage = page(
  'Koppelingen – Tijdig',
  `<h1>Koppelingen met agenda’s</h1>
<p>Om agenda’s te koppelen of te ontkoppelen, meldt u zich aan bij uw organisatie in Tijdig. Deze pagina toont zelf niets.</p>
<h2 lang="en">Connections with calendars</h2>
<p lang="en">To connect or disconnect calendars, sign in to your organization in Tijdig. This page itself shows nothing.</p>`,
)

const proposalPage = page(
  'Voorstel – Tijdig',
  `<h1>Een voorstel om te bevestigen</h1>
<p>Om te zien wat er wordt voorgesteld en het te bevestigen, meldt u zich aan bij uw organisatie in Tijdig. Tot u bevestigt, verandert er niets. Na tien minuten vervalt het voorstel. Deze pagina toont zelf niets.</p>
<h2 lang="en">A proposal to confirm</h2>
<p lang="en">To see what is proposed and to confirm it, sign in to your organization in Tijdig. Nothing changes until you do. After ten minutes the proposal lapses. This page itself shows nothing.</p>`,
)
