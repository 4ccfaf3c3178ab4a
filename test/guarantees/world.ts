import assert from 'node:assert/strict'
import type pg from 'pg'
import { startJobs } from '#/app/background/jobs.ts'
import { startProduct, type Product, type Role } from '#/app/product.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { createProviders } from '#/app/wiring.ts'
import { Client, openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { turns } from '#/kernel/flow/turns.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import { startWorker } from '#/slices/reminders/reminders.ts'
import { createOutlets } from '#/slices/test-inbox/test-inbox.ts'
import { signedTwilioForm } from '#/sandbox/sms/twilio-form.ts'
import { callApi, eventually, startTestProduct, testSecret, type Answer, type TestHolder } from '../harness.ts'
import { jobCtx } from '../job-ctx.ts'

export const amsterdam = 'Europe/Amsterdam'

/** An intake; everything but the start has a default. */
export type Visit = {
  readonly id?: string
  readonly startsAt: Temporal.Instant
  readonly timezone?: string
  readonly name?: string
  readonly phone?: string | null
  readonly email?: string | null
  /** Default 15. */
  readonly minutes?: number
  /** A location of the holder's scheduling set-up. */
  readonly locationId?: string
}

/** A reminder as `listHolderAppointmentReminders` returns it. */
export type Row = {
  readonly id: string
  readonly kind: string
  readonly offset: string | null
  readonly channel: 'sms' | 'email' | null
  readonly dueAt: string
  readonly state: string
  readonly reasonCode: string | null
  readonly locale: string | null
  readonly templateVersion: string | null
  readonly segments: number | null
  readonly scheduleRevision: number
  readonly destinationMasked: string | null
  readonly attempts: readonly {
    readonly attemptNo: number
    readonly channel: string
    readonly state: string
    readonly handedOverAt: string
    readonly providerCode: string | null
    readonly receipts: readonly { readonly state: string; readonly code: string | null }[]
  }[]
}

export type Sms = {
  readonly id: string
  readonly reference: string
  readonly to: string
  readonly from: string
  readonly text: string
  readonly clockAt: string
}
export type Mail = Omit<Sms, 'to'> & {
  readonly subject: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly { readonly content: string }[]
}

export type Fault = { provider: 'twilio' | 'smtp'; mode: string; count?: number; to?: string }

/** The product with its twins, and helpers for what the guarantees are about. */
export type World = Awaited<ReturnType<typeof startWorld>>

let people = 0

/** A new person, whose number and address are unique in this process and ordinary for the twins. */
export function person(): { name: string; phone: string; email: string } {
  people += 1
  const phone = `+316${String(10_000_000 + people * 10 + 7)}`
  return { name: `Persoon ${people}`, phone, email: `persoon-${people}@example.nl` }
}

export function step(offset: string, channel = 'preferred', fallback = 'none', kind = 'reminder') {
  return { offset, channel, fallback, kind }
}

export async function startWorld(options: { roles?: readonly Role[]; env?: Record<string, string> } = {}) {
  const product = await startTestProduct(options)
  const { clock, operator, sandboxUrl, baseUrl } = product
  // A Monday, ten o'clock in Amsterdam, so that nothing depends on the real date.
  await clock.set('2027-01-11T09:00:00Z')

  const sql = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await operator.query<T>(text, values)).rows
  const sandbox = async (method: string, path: string, body?: unknown) => {
    const answer = await callApi(`${sandboxUrl}${path}`, method, body)
    assert.ok(answer.status < 300, `${method} ${path} answered ${answer.status}`)
    return answer.body
  }
  const rows = async (holder: TestHolder, appointmentId: string): Promise<Row[]> => {
    const { status, body } = await holder.call('GET', `/appointments/${appointmentId}/reminders?pageSize=100`)
    assert.equal(status, 200)
    return body.data.items
  }

  /** Waits until every reply is handled, and every plan that an opt-out changes is remade. */
  const repliesSeenTo = async () => {
    const owner = new Client({ connectionString: product.databaseUrl })
    await owner.connect()
    try {
      await eventually(async () => {
        const waiting = await owner.query(`select from inbound_sms where outcome is null
          union all select from graphile_worker.jobs where task_identifier = 'replan-appointment' limit 1`)
        return waiting.rowCount === 0
      })
    } finally {
      await owner.end()
    }
  }

  return {
    ...product,
    sql,
    rows,

    /** Jumps to ten o'clock (Amsterdam, winter) of the next day, so that tests do not share hours. */
    async nextDay(): Promise<Temporal.Instant> {
      const now = (await clock.now()).toZonedDateTimeISO('UTC')
      const morning = now.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: 'UTC', plainTime: '09:00' })
      await clock.set(morning.toInstant().toString())
      return morning.toInstant()
    },

    /** Advances the clock, and waits for the receipts of all text messages. */
    async run(duration: string): Promise<void> {
      await clock.advance(duration)
      await eventually(async () => {
        const waiting = `select 1 from reminder_attempt where channel = 'sms' and state in ('handed_over', 'sent') limit 1`
        return (await sql(waiting)).length === 0
      })
    },

    async intake(holder: TestHolder, visit: Visit) {
      const answer = await submit(holder, visit)
      assert.ok(answer.status === 200 || answer.status === 201, JSON.stringify(answer.body))
      return answer.body.data
    },

    async cancelBySource(holder: TestHolder, id: string) {
      const body = { sourceSystem: 'tests', externalAppointmentId: id }
      const answer = await holder.call('POST', '/appointments/intake/cancellation', body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.data
    },

    async editPolicy(holder: TestHolder, changes: Record<string, unknown>) {
      const { body } = await holder.call('GET', '/reminder-policy')
      const answer = await holder.call('PATCH', '/reminder-policy', {
        expectedVersion: body.data.version,
        ...changes,
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body.data
    },

    /** The rows of an appointment in short: `P1D sms delivered`, with the reason if any. */
    async plan(holder: TestHolder, appointmentId: string): Promise<string[]> {
      return (await rows(holder, appointmentId)).map(inWords)
    },

    /** Oldest first. */
    async smsTo(phone: string): Promise<Sms[]> {
      return (await sandbox('GET', `/inbox/sms?limit=1000&to=${encodeURIComponent(phone)}`)).items.toReversed()
    },
    async mailTo(email: string): Promise<Mail[]> {
      return (await sandbox('GET', `/inbox/email?limit=1000&to=${encodeURIComponent(email)}`)).items.toReversed()
    },
    allSms: async (): Promise<Sms[]> => (await sandbox('GET', '/inbox/sms?limit=1000')).items,
    fault: (fault: Fault): Promise<unknown> => sandbox('POST', '/faults', fault),
    /** Replies from the phone, and waits until that is handled. */
    async reply(from: string, text: string): Promise<void> {
      await sandbox('POST', '/sms/reply', { from, text })
      await repliesSeenTo()
    },
    repliesSeenTo,

    /** Posts an inbound message as Twilio does, by default under a new id, and waits until it is handled if `waits`. */
    async inbound(
      message: { id?: string; from: string; to?: string; text: string; token?: string },
      { waits = true } = {},
    ): Promise<number> {
      const { id = `SM${crypto.randomUUID()}`, from, to = '+3197010250000', text } = message
      const token = message.token ?? smsVendors.twilio.twinAccount.authToken
      const fields = { MessageSid: id, From: from, To: to, Body: text }
      const delivery = signedTwilioForm(token, `${baseUrl}/webhooks/sms/twilio/inbound`, fields)
      const response = await fetch(delivery.url, { method: 'POST', headers: delivery.headers, body: delivery.body })
      await response.arrayBuffer()
      if (response.ok && waits) await repliesSeenTo()
      return response.status
    },

    /** Posts a receipt as Twilio does, signed with `token`. */
    async receipt(
      message: { reference: string; id: string },
      status: string,
      { errorCode, token = smsVendors.twilio.twinAccount.authToken }: { errorCode?: number; token?: string } = {},
    ): Promise<number> {
      const delivery = signedTwilioForm(token, `${baseUrl}/webhooks/sms/twilio/status?ref=${message.reference}`, {
        MessageSid: message.id,
        MessageStatus: status,
        ...(errorCode ? { ErrorCode: String(errorCode) } : {}),
      })
      const response = await fetch(delivery.url, { method: 'POST', headers: delivery.headers, body: delivery.body })
      await response.arrayBuffer()
      return response.status
    },

    /** Waits until the rows of an appointment are as `wanted`. */
    async settled(holder: TestHolder, appointmentId: string, wanted: readonly string[]): Promise<void> {
      let last: string[] = []
      try {
        await eventually(async () => {
          last = (await rows(holder, appointmentId)).map(inWords)
          return isSame(last, wanted)
          // Longer than the pause of maintenance, which records some of the end states.
        }, 20_000)
      } catch {
        assert.deepEqual(last.toSorted(), wanted.toSorted())
      }
    },

    /** A second worker on the same database. */
    startAnotherWorker: (changes: Partial<Settings> = {}): Promise<Product> =>
      startProduct({
        settings: { ...product.settings, ...changes, ports: { ...product.settings.ports, admin: 0 } },
        databaseUrl: product.databaseUrl,
        secret: testSecret,
        roles: ['worker'],
        log: createLog('debug', { write: (line) => void product.logLines.push(line) }),
      }),

    /** Background jobs, for an engine that is started alone. */
    async startJobs(): Promise<{ stop(): Promise<void> }> {
      const log = createLog('debug', { write: (line) => void product.logLines.push(line) })
      const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost')
      const pool = openPool({ databaseUrl: product.databaseUrl, role: 'tijdig_worker', size: 4, onIdleError })
      const ctx = jobCtx(product, { pool, log })
      const jobs = await startJobs(ctx)
      return {
        async stop() {
          await jobs.stop()
          await ctx.closeMail()
          await pool.end()
        },
      }
    },

    /** The engine alone, with a short timeout for tests of silent providers, and receipts if wanted. */
    startEngine(engine: {
      callTimeoutMs?: number
      /** Text messages at the provider at once. */
      smsAtOnce?: number
      smsPerSecond?: number
      /** In place of asking the provider what became of a text message. */
      findSms?: SmsProvider['find']
      onHandedOver?: (fact: { readonly lagMs: number }) => void
      hearsReceipts?: boolean
      pollMs?: number
    }): { readonly pool: pg.Pool; stop(): Promise<void> } {
      const { callTimeoutMs = 20_000, smsAtOnce, smsPerSecond, findSms, hearsReceipts = true, pollMs = 100 } = engine
      const log = createLog('debug', { write: (line) => void product.logLines.push(line) })
      const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost')
      const pool = openPool({ databaseUrl: product.databaseUrl, role: 'tijdig_worker', size: 6, onIdleError })
      // Without receipts: providers send them to a port that nobody listens on.
      const settings = hearsReceipts ? product.settings : { ...product.settings, baseUrl: 'http://127.0.0.1:1' }
      const providers = createProviders(settings, product.services)
      const sms = {
        ...providers.sms,
        ...(smsAtOnce && { turns: turns({ atOnce: smsAtOnce, ...(smsPerSecond && { perSecond: smsPerSecond }) }) }),
        ...(findSms && { find: findSms }),
      }
      const worker = startWorker({
        databaseUrl: product.databaseUrl,
        pool,
        services: product.services,
        ...createOutlets({ sms, email: providers.email }, { pool, services: product.services }),
        mailFrom: product.settings.email.from,
        log,
        callTimeoutMs,
        volumeFloor: product.settings.volumeBreakerFloor,
        pollMs,
        onHandedOver: engine.onHandedOver ?? (() => undefined),
        onRound: () => undefined,
      })
      const end = async () => {
        await worker.stop()
        await providers.email.close()
        await pool.end()
      }
      let ended: Promise<void> | null = null
      return { pool, stop: () => (ended ??= end()) }
    },
  }
}

/** Hands an appointment in as a source system does. */
export function submit(holder: TestHolder, visit: Visit): Promise<Answer> {
  const {
    id = crypto.randomUUID(),
    startsAt,
    timezone = amsterdam,
    name = 'Sanne de Vries',
    phone,
    email,
    minutes = 15,
    locationId,
  } = visit
  const local = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(timezone).toString({ timeZoneName: 'never' })
  return holder.call('POST', '/appointments/intake', {
    sourceSystem: 'tests',
    externalAppointmentId: id,
    startsAt: local(startsAt),
    endsAt: local(startsAt.add({ minutes })),
    timezone,
    ...(locationId ? { locationId } : {}),
    recipient: {
      displayName: name,
      ...(phone ? { phoneNumberE164: phone } : {}),
      ...(email ? { email } : {}),
    },
  })
}

export function inWords(row: Row): string {
  return [row.offset ?? row.kind, row.channel, row.state, row.reasonCode].filter((word) => word !== null).join(' ')
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
}
