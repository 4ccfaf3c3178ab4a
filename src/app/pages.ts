import type { FastifyInstance } from 'fastify'

/** The deep link of messages. It shows nothing before sign-in and asks nothing of the database, whatever the id. */
export function servePages(app: FastifyInstance): void {
  app.get('/a/:appointmentId', async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .send(page),
  )
}

const page = `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tijdig</title>
<style>
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; }
</style>
</head>
<body>
<main>
<h1>Uw afspraak</h1>
<p>Om uw afspraak te zien, te bevestigen of een wijziging te vragen, meldt u zich aan in de Tijdig-app. Vragen over uw afspraak beantwoordt de organisatie waar u de afspraak hebt.</p>
<h1 lang="en">Your appointment</h1>
<p lang="en">To see or confirm your appointment, or to ask for a change, sign in to the Tijdig app. For questions about it, contact the organization the appointment is with.</p>
</main>
</body>
</html>
`
