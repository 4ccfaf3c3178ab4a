import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

import type { TwinWorld } from '#/sandbox/twin-world.ts'

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A mail is untrusted HTML: no script, no request, an origin of its own, even when opened outside its frame. */
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const files = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
] as const

/** The page with the phone and the mailbox, and the HTML of one mail for its frame. */
export async function pageRoutes(app: FastifyInstance, world: TwinWorld): Promise<void> {
  for (const [path, file, contentType] of files) {
    const content = readFileSync(new URL(`./page/${file}`, import.meta.url))
    app.get(path, (_request, reply) =>
      reply
        .headers({
          'content-type': contentType,
          'content-security-policy': pagePolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-cache',
        })
        .send(content),
    )
  }

  app.get<{ Params: { id: string } }>('/inbox/email/:id/html', async (request, reply) => {
    const mail = await world.inbox.findMail(request.params.id)
    if (!mail) return reply.code(404).send({ error: 'No such mail.' })
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': mailPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(mail.html)
  })
}
