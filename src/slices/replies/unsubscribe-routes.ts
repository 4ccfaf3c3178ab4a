import type { FastifyInstance, FastifyReply } from 'fastify'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { htmlPage } from '#/kernel/text/html-page.ts'
import { readUnsubscribeToken } from '#/slices/reminders/reminders.ts'
import { optOutOfEmail } from './opt-out.ts'

/**
 * One-click unsubscribe (RFC 8058): a mail program posts to the link without cookies. A person who follows it gets a page
 * with one button, because mail scanners follow links too and a GET must change nothing.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  { pool, services }: { pool: pg.Pool; services: Services },
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 4_096 },
    (_, body, done) => done(null, body),
  )

  const targetOf = (token: string) => readUnsubscribeToken(services.keys.unsubscribe, token)
  app.get<{ Params: { token: string } }>('/u/:token', async (request, reply) =>
    targetOf(request.params.token) ? send(reply, askPage) : send(reply.code(404), unknownPage),
  )
  app.post<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
    const target = targetOf(request.params.token)
    if (!target) return send(reply.code(404), unknownPage)
    await inTransaction(pool, { holder: target.platformHolderId }, (tx) =>
      optOutOfEmail(tx, { ...target, requestId: request.id }),
    )
    return send(reply, donePage)
  })
}

function send(reply: FastifyReply, { headers, html }: ReturnType<typeof htmlPage>): FastifyReply {
  return reply.headers(headers).send(html)
}

const page = (main: string) => htmlPage({ lang: 'nl', title: 'Afmelden – Tijdig', main, formAction: "'self'" })

const askPage = page(`<h1>Geen e-mail meer over afspraken?</h1>
<p>U krijgt dan van deze organisatie geen herinneringen, wijzigingen of annuleringen meer per e-mail. Uw afspraken blijven staan.</p>
<p lang="en">You will get no more reminders, changes or cancellations by e-mail from this organization. Your appointments stay as they are.</p>
<form method="post"><button type="submit" name="List-Unsubscribe" value="One-Click">Afmelden / <span lang="en">Unsubscribe</span></button></form>`)
const donePage = page(`<h1>U bent afgemeld</h1>
<p>Deze organisatie stuurt u geen e-mail over afspraken meer.</p>
<p lang="en">You are unsubscribed: this organization will send you no more e-mail about appointments.</p>`)
/** A person has followed a link that a mail program broke, or one of another system. */
const unknownPage = page(`<h1>Deze link werkt niet</h1>
<p>Er is niets gewijzigd. Open de link nog eens vanuit de e-mail, of vraag de organisatie waar u de afspraak hebt om u af te melden.</p>
<p lang="en">This link does not work, and nothing was changed. Open it again from the e-mail, or ask the organization the appointment is with to unsubscribe you.</p>`)
