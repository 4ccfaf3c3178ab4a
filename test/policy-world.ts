import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { TObject, TSchema } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { Client, inTransaction, openPool, repeatWhileLocked, type HolderTx } from '#/kernel/postgres/db.ts'
import { deriveKeys } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { keyRing } from '#/kernel/secrets/key-ring.ts'
import { createLog } from '#/kernel/log.ts'
import type { PlainOperation, OperationInput } from '#/kernel/operation.ts'
import { submitHolderAppointmentIntake } from '#/slices/appointments/intake/submit-intake.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import { webhookNetworks } from '#/slices/webhooks/webhooks.ts'
import { testDatabase } from './postgres.ts'
import { defaultPolicy } from '#/slices/reminders/words/policy.ts'

/** The clock of every request made here. */
export const now = Temporal.Instant.from('2026-11-20T09:00:00Z')
export const keys = deriveKeys('a secret of the tests, and of nothing else')

/** Operations on a database of their own, each called in a transaction like a request's. */
export type PolicyWorld = {
  readonly url: string
  /** Sees and may do everything. */
  readonly owner: Client
  /** Acts as tijdig_api. */
  readonly pool: Pool
  /** A holder with the default policy. @returns its id */
  createHolder(): Promise<string>
  /** Hands an appointment in. @returns its id */
  register(holder: string, registration?: Registration): Promise<string>
  /** Calls an operation and checks the answer against its contract. */
  call<D>(holder: string, operation: PlainOperation, input?: { body?: object; query?: object }): Promise<D>
  close(): Promise<void>
}

/** Call it within a suite, whose hooks end before the database is dropped. */
export async function openPolicyWorld(): Promise<PolicyWorld> {
  const { url } = await testDatabase()
  const owner = new Client({ connectionString: url })
  await owner.connect()
  const pool = openPool({ databaseUrl: url, role: 'tijdig_api', size: 8, onIdleError: (error) => assert.fail(error) })
  return {
    url,
    owner,
    pool,
    createHolder: () => createHolder(owner),
    async register(holder, registration = {}) {
      const answer = await inTransaction(pool, { holder }, (tx) =>
        submitHolderAppointmentIntake.handle(ctxOf(holder, tx), intake(registration)),
      )
      return (answer as { data: { appointmentId: string } }).data.appointmentId
    },
    async call<D>(holder: string, operation: PlainOperation, input = {}) {
      const given = { params: {}, query: {}, body: undefined, ...input } as OperationInput<TObject, TObject, TSchema>
      const answer = await repeatWhileLocked(() =>
        inTransaction(pool, { holder }, (tx) => operation.handle(ctxOf(holder, tx), given)),
      )
      const isValid = ajv.compile(operation.contract.data)
      assert.ok(isValid(answer), JSON.stringify(isValid.errors))
      return answer as D
    },
    async close() {
      await pool.end()
      await owner.end()
    },
  }
}

async function createHolder(owner: Client): Promise<string> {
  const id = newId()
  const places = { locations: [{ id: 'main', name: 'Lindelaan', personCount: 1, roomCount: 1 }] }
  await owner.query(
    `insert into platform_holder (platform_holder_id, status, display_name, scheduling_setup) values ($1, 'active', 'Praktijk De Linde', $2)`,
    [id, places],
  )
  await owner.query(
    `insert into reminder_policy (platform_holder_id, steps, quiet_hours, sms_sender) values ($1, $2, $3, $4)`,
    [
      id,
      JSON.stringify(defaultPolicy.steps),
      defaultPolicy.quietHours,
      { mode: 'alphanumeric', value: 'De Linde', canReceive: false },
    ],
  )
  return id
}

export type Registration = {
  readonly days?: number
  readonly startsAt?: string
  readonly phone?: string
  readonly email?: string | null
  readonly name?: string
  readonly external?: string
}

let serial = 0

/** The input of an intake; by default each call is another appointment of another person. */
export function intake({ days = 20, startsAt, phone, email, name = 'Sanne de Vries', external }: Registration = {}) {
  serial += 1
  const start = startsAt === undefined ? now.add({ hours: days * 24 + 4 }) : Temporal.Instant.from(startsAt)
  return {
    params: {},
    query: {},
    body: {
      sourceSystem: 'practice',
      externalAppointmentId: external ?? `A-${serial}`,
      startsAt: start.toString(),
      endsAt: start.add({ minutes: 15 }).toString(),
      timezone: 'Europe/Amsterdam',
      recipient: {
        displayName: name,
        phoneNumberE164: phone ?? `+316${10_000_000 + serial}`,
        ...(email === null ? {} : { email: email ?? `person-${serial}@example.com` }),
      },
    },
  }
}

export function ctxOf(platformHolderId: string, tx: HolderTx): HolderCtx {
  return {
    requestId: 'req_test',
    acceptLanguage: undefined,
    now,
    identity: {
      credentialId: newId(),
      authentication: 'session',
      actorId: newId(),
      role: 'platform_holder_user',
      platformHolderId,
      recipientId: null,
      profileId: null,
      scopes: [],
      staffRole: 'owner',
      locations: null,
    },
    platformHolderId,
    tx,
    services: {
      keys,
      baseUrl: 'https://tijdig.example',
      scopes: { platform_holder_user: [], recipient: [] },
      keyScopes: { platform_holder_user: [], recipient: [] },
      staffScopes: { owner: [], admin: [], scheduler: [], viewer: [], integrator: [] },
      environment: 'test',
      supportEmail: null,
      sharedSender: '+3197010250000',
      companies: null,
      payments: { chosen: null, mollie: null, stripe: null },
      requireFreshProof: async () => undefined,
      secretsAtRest: keyRing([{ id: 'test', key: keys.atRest }]),
      calendars: { google_calendar: null, microsoft_365: null, caldav: null },
      actions: new Map(),
      voiceAgent: {
        agentVersion: null,
        conversationOrigin: null,
        openConversation: async () => ({ kind: 'not_configured' }),
      },
      eventTypes: [],
      webhookNetworks: webhookNetworks({ isProduction: false, allowed: [] }),
    },
    log: createLog('silent'),
    standby: null,
    touch: () => {},
  }
}

export async function refusal(answer: Promise<unknown>): Promise<AppError> {
  const error = await answer.then(
    () => assert.fail('It was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof AppError, String(error))
  return error
}
