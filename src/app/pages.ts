import type { FastifyInstance, FastifyReply } from 'fastify'

/** Pages that show nothing of anybody and ask nothing of the database, whatever stands in their address; nor are they counted. */
export function servePages(app: FastifyInstance): void {
  const config = { anonymousCalls: 'none' } as const
  // The deep link of messages: before sign-in there is nothing to see.
  app.get('/a/:appointmentId', { config }, async (_, reply) => html(reply, appointmentPage))
  // Mails and pages about connected calendars lead here.
  app.get('/setup/integrations', { config }, async (_, reply) => html(reply, integrationsPage))
  // Where payment providers send a browser back to. It decides nothing, and cannot know how it went.
  app.get('/billing/return', { config }, async (_, reply) => html(reply, billingReturnPage))
}

function html(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .send(body)
}

const page = (title: string, main: string) => `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem; }
h1, h2 { font-size: 1.5rem; line-height: 1.3; }
</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`

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
