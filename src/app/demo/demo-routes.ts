import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { AppError } from '#/kernel/errors.ts'
import type { Services } from '#/kernel/context.ts'
import type { Log } from '#/kernel/log.ts'
import { isLoopbackCall } from '#/kernel/text/loopback.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { readClock } from '#/kernel/time/clock.ts'
import { openStaffSession, sessionCookies } from '#/slices/access/access.ts'
import { createProfile, openProfileToken } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { advanceClock } from '#/app/operator/world/clock.ts'
import { resetDemo } from '#/app/operator/world/demo.ts'
import { sandboxUrls } from '#/app/wiring.ts'
import { listDemoHolders, servesDemo } from './demo.ts'
import type { DemoHolderRow } from './demo-store.ts'
import { demoHolders, demoPeople } from './demo-data.ts'

export type DemoOptions = {
  readonly settings: Settings
  readonly databaseUrl: string
  /** Acts as tijdig_operator. */
  readonly operator: pg.Pool
  /** Acts as tijdig_api. */
  readonly api: pg.Pool
  /** The datastore of the recipients' sign-in. */
  readonly login: pg.Pool
  readonly services: Services
  readonly log: Log
}

/**
 * What the page /demo needs beside the API: signing in without a mailbox, the text messages that arrived, moving the
 * clock and starting over. Only from this machine, like the sandbox; only for the demo's own people.
 */
export async function serveDemo(app: FastifyInstance, options: DemoOptions): Promise<void> {
  const { settings, operator, api, login, services, log } = options
  if (!servesDemo(settings)) throw new Error('There is no demo in production, nor at a public address')
  const { noor, kees } = demoPeople

  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anonymousCalls: 'none' }
    })
    scope.addHook('onRequest', async (request, reply) => {
      if (!isLoopbackCall(request)) throw new AppError('NOT_FOUND')
      reply.header('cache-control', 'no-store')
    })

    scope.get('/demo/state', async (request) => {
      const { id, displayName } = await firstHolder(operator)
      const { now } = await readClock(operator)
      const [person, unreachable] = [noor, kees].map(({ displayName: name, phoneNumberE164 }) => ({
        displayName: name,
        phoneNumberE164,
      }))
      const data = { now: now.toString(), holder: { id, displayName }, person, unreachable }
      return { data, requestId: request.id }
    })

    scope.get('/demo/messages', async (request) => ({
      data: { items: await messagesTo(settings, noor.phoneNumberE164 ?? '') },
      requestId: request.id,
    }))

    scope.post('/demo/staff-session', async (request, reply) => {
      const { id, actorId } = await firstHolder(operator)
      const staff = { platformHolderId: id, id: actorId }
      const token = await inTransaction(api, { holder: null }, (tx) =>
        openStaffSession(tx, staff, { requestId: request.id, passkeyId: null }),
      )
      reply.header('set-cookie', sessionCookies(services.baseUrl, id, token))
      return { data: { platformHolderId: id }, requestId: request.id }
    })

    scope.post('/demo/recipient-session', async (request) => {
      const { now } = await readClock(operator)
      const profileId = await createProfile(login, services.keys, noor.phoneNumberE164 ?? '', now)
      const accessToken = await openProfileToken(login, profileId, now)
      return { data: { accessToken }, requestId: request.id }
    })

    scope.post('/demo/clock', async (request) => {
      await advanceClock(operator, 'P1D', () => undefined)
      const { now } = await readClock(operator)
      return { data: { now: now.toString() }, requestId: request.id }
    })

    scope.post('/demo/reset', async (request) => {
      // First, because the new demo sends messages at once.
      await fetch(`${sandboxUrls(settings).url}/inbox`, { method: 'DELETE' })
      await resetDemo({ databaseUrl: options.databaseUrl, settings, log })
      return { data: {}, requestId: request.id }
    })
  })
}

/** @throws AppError NOT_FOUND where there are no demo data, as after `serve --no-demo` */
async function firstHolder(operator: pg.Pool): Promise<DemoHolderRow> {
  const holders = await listDemoHolders(operator)
  const holder = holders.find(({ displayName }) => displayName === demoHolders[0].displayName)
  if (!holder) throw new AppError('NOT_FOUND')
  return holder
}

type StoredSms = { id: string; from: string; text: string; status: string; clockAt: string }

/** The telephone's text messages, the oldest first. */
async function messagesTo(settings: Settings, to: string): Promise<StoredSms[]> {
  const answer = await fetch(`${sandboxUrls(settings).url}/inbox/sms?limit=50&to=${encodeURIComponent(to)}`)
  const { items } = (await answer.json()) as { items: StoredSms[] }
  return items.toReversed().map(({ id, from, text, status, clockAt }) => ({ id, from, text, status, clockAt }))
}
