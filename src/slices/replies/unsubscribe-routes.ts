import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Services } from '#/kernel/context.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { plainName } from '#/messages/inserted-text.ts'
import { webPage, type WebPage } from '#/messages/web-page.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
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
  app.get<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
    const target = targetOf(request.params.token)
    if (!target) return send(request, reply.code(404), unknownPage)
    const { displayName } = await inTransaction(pool, { holder: target.platformHolderId }, getHolderContext)
    return send(request, reply, askPage(displayName))
  })
  app.post<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
    const target = targetOf(request.params.token)
    if (!target) return send(request, reply.code(404), unknownPage)
    const { displayName } = await inTransaction(pool, { holder: target.platformHolderId }, async (tx) => {
      await optOutOfEmail(tx, { ...target, requestId: request.id })
      return getHolderContext(tx)
    })
    return send(request, reply, donePage(displayName))
  })
}

function send(request: FastifyRequest, reply: FastifyReply, main: WebPage['main']): FastifyReply {
  const { headers, html } = webPage(request.headers['accept-language'], {
    title: 'page.unsubscribe.title',
    main,
    formAction: "'self'",
  })
  return reply.headers(headers).send(html)
}

const askPage =
  (holder: string): WebPage['main'] =>
  (text) =>
    `<h1>${text('page.unsubscribe.askHeading')}</h1>
<p>${text('page.unsubscribe.ask', { holder: plainName(holder) })}</p>
<form method="post"><button type="submit" name="List-Unsubscribe" value="One-Click">${text('page.unsubscribe.button')}</button></form>`

const donePage =
  (holder: string): WebPage['main'] =>
  (text) =>
    `<h1>${text('page.unsubscribe.doneHeading')}</h1>\n<p>${text('page.unsubscribe.done', { holder: plainName(holder) })}</p>`

/** A person has followed a link that a mail program broke, or one of another system. */
const unknownPage: WebPage['main'] = (text) =>
  `<h1>${text('page.unsubscribe.brokenHeading')}</h1>\n<p>${text('page.unsubscribe.broken')}</p>`
