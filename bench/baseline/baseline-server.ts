import { createHash, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool, PoolClient } from 'pg'
import { platformId } from '#/kernel/ids.ts'
import { factNames, type FactName } from '#/slices/appointment-facts/appointment-facts.ts'
import { signInWork } from './baseline-sign-in.ts'
import { committed, inTransaction, newRequestId, openBaselinePool, preparing, readText } from './baseline-statements.ts'
import type { Captured } from '../product/captured-statements.ts'
import { serveParent } from '../measuring/child.ts'
import type { ServerAnswer } from '../product/product-server.ts'

export type BaselineSetup = {
  readonly databaseUrl: string
  /** Which of the product's servers this is the baseline of; the API by default. */
  readonly role?: 'api' | 'login'
  readonly statements: readonly Captured[]
}

type Credential = {
  readonly credential_id: string
  readonly actor_id: string
  /** Null for a recipient. */
  readonly platform_holder_id: string | null
  readonly scopes: readonly string[]
  readonly is_revoked: boolean
  readonly is_expired: boolean
  readonly actor_status: string
  readonly holder_status: string
}

// The same work with node:http and pg alone: the product's own statements, prepared, under the same role and row-level
// security, in the same round trips. No validation, planning, response schema, logging or metrics.

serveParent<BaselineSetup, null>({
  async start({ databaseUrl, role = 'api', statements }) {
    const pools =
      role === 'login'
        ? [openBaselinePool(databaseUrl, 'tijdig_login'), openBaselinePool(databaseUrl, 'tijdig_login')]
        : [openBaselinePool(databaseUrl, 'tijdig_api')]
    const [pool, main = pool] = pools as [Pool, Pool?]
    const work = role === 'login' ? signInWork(pool, main, statements) : workOf(pool, statements)
    const server = createServer((request, response) => {
      const respond = (status: number, body: string) => {
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        response.end(body)
      }
      work(request).then(
        (answer) => respond(200, JSON.stringify(answer)),
        (error: unknown) => respond(500, String(error)),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      answer: async (): Promise<ServerAnswer> => ({ port, peakMemoryMb: process.resourceUsage().maxRSS / 1_024 }),
      async stop() {
        server.close()
        server.closeAllConnections()
        await Promise.all(pools.map((open) => open.end()))
      },
    }
  },
})

function workOf(pool: Pool, statements: readonly Captured[]): (request: IncomingMessage) => Promise<unknown> {
  const begin = statements.find(({ text }) => text.startsWith('begin'))?.text ?? ''
  const prepared = preparing(statements)

  const authenticate = async (request: IncomingMessage): Promise<Credential> => {
    const secret = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const hash = createHash('sha256').update(secret).digest()
    const [row] = (await pool.query<Credential>(prepared('find_credential', [hash]))).rows
    if (!row || row.is_revoked || row.is_expired || row.actor_status !== 'active' || row.holder_status !== 'active')
      throw new Error('401')
    return row
  }

  const audit = (client: PoolClient, who: Credential, action: string, requestId: string, subjects: string[]) => [
    client.query(
      prepared('insert_audit_event', [
        who.platform_holder_id ?? platformId,
        who.platform_holder_id === null ? 'recipient' : 'staff',
        who.actor_id,
        action,
        requestId,
        subjects,
        null,
        null,
        'api_key',
        who.credential_id,
        null,
        'success',
      ]),
    ),
    client.query('commit'),
  ]

  const me = async (request: IncomingMessage) => {
    const who = await authenticate(request)
    const requestId = newRequestId()
    return inTransaction(pool, async (client) => {
      await committed([client.query(begin), ...audit(client, who, 'getApiIdentity', requestId, [])])
      const { actor_id: actorId, platform_holder_id: platformHolderId, scopes } = who
      const data = {
        actorId,
        role: 'platform_holder_user',
        platformHolderId,
        recipientId: null,
        scopes,
        authentication: 'api_key',
      }
      return { data, requestId }
    })
  }

  const list = async (request: IncomingMessage) => {
    const who = await authenticate(request)
    const requestId = newRequestId()
    const from = new URL(request.url ?? '', 'http://localhost').searchParams.get('from')
    return inTransaction(pool, async (client) => {
      const [, { rows }] = await Promise.all([
        client.query(begin),
        client.query<{ id: string }>(prepared('list_appointments_26_from', [who.platform_holder_id, from])),
      ])
      const items = rows.slice(0, 25)
      await committed(
        audit(
          client,
          who,
          'listHolderAppointments',
          requestId,
          items.map(({ id }) => id),
        ),
      )
      return { data: { items, nextPageToken: rows.length > 25 ? items.at(-1)?.id : null }, requestId }
    })
  }

  const ownList = async (request: IncomingMessage) => {
    const who = await authenticate(request)
    const requestId = newRequestId()
    const from = new URL(request.url ?? '', 'http://localhost').searchParams.get('from')
    return inTransaction(pool, async (client) => {
      const [, { rows }] = await Promise.all([
        client.query(begin),
        client.query<{ id: string }>(prepared('list_own_appointments_26_from', [who.actor_id, from])),
      ])
      const items = rows.slice(0, 25)
      const subjects = [who.actor_id, ...items.map(({ id }) => id)]
      await committed(audit(client, who, 'listRecipientAppointments', requestId, subjects))
      return { data: { items, nextPageToken: rows.length > 25 ? items.at(-1)?.id : null }, requestId }
    })
  }

  const intake = async (request: IncomingMessage) => {
    const who = await authenticate(request)
    const requestId = newRequestId()
    const body = JSON.parse(await readText(request)) as IntakeBody
    const holder = who.platform_holder_id ?? ''
    const source = [body.sourceSystem, body.externalAppointmentId]
    const { appointment, recipient, reminders, keys } = rowsOf(holder, body)
    return inTransaction(pool, async (client) => {
      await Promise.all([
        client.query(begin),
        client.query(prepared('lock_source_key', [JSON.stringify([holder, ...source])])),
        client.query(prepared('select_appointment_by_source', [holder, ...source])),
        client.query(prepared('select_intake_planning', [holder, keys.sms, keys.email, recipient[1], ...source])),
        client.query(prepared('select_holder_context', [holder])),
      ])
      await committed([
        client.query(prepared('insert_holder_recipient', recipient)),
        client.query(prepared('insert_appointment', appointment)),
        client.query(prepared('insert_reminders', [JSON.stringify(reminders)])),
        ...audit(client, who, 'submitHolderAppointmentIntake', requestId, [String(appointment[1])]),
      ])
      const data = {
        appointmentId: appointment[1],
        status: 'registered',
        outcome: 'created',
        version: 1,
        scheduleRevision: 1,
        sourceSystem: body.sourceSystem,
        externalAppointmentId: body.externalAppointmentId,
        reminders,
        warnings: [],
      }
      return { data, requestId }
    })
  }

  return (request) => {
    if (request.method === 'POST') return intake(request)
    if (request.url === '/api/v1/me') return me(request)
    return request.url?.startsWith('/api/v1/recipient/') ? ownList(request) : list(request)
  }
}

type IntakeBody = {
  readonly sourceSystem: string
  readonly externalAppointmentId: string
  readonly locationId: string
  readonly startsAt: string
  readonly endsAt: string
  readonly timezone: string
  readonly recipient: { readonly displayName: string; readonly email: string; readonly phoneNumberE164: string }
}

/** The rows the product writes for a new appointment, without deciding anything: the plan is always the same. */
function rowsOf(holder: string, body: IntakeBody) {
  const { displayName, email, phoneNumberE164: phone } = body.recipient
  const keys = { sms: Buffer.alloc(32, phone), email: Buffer.alloc(32, email) }
  const appointmentId = randomUUIDv7()
  const recipientId = `00000000-0000-8000-a000-0${phone.slice(1)}`
  const startsAtMs = Date.parse(body.startsAt)
  const reminder = (offset: string, days: number, kind: string, channel: string, fallback: string | null) => ({
    platform_holder_id: holder,
    id: randomUUIDv7(),
    appointment_id: appointmentId,
    schedule_revision: 1,
    kind,
    offset_key: offset,
    channel,
    fallback_channel: fallback,
    due_at: new Date(startsAtMs - days * 86_400_000),
    latest_at: new Date(startsAtMs - 1_800_000),
    moved_because: null,
    state: 'planned',
    reason_code: null,
    is_released: false,
    destination_masked: channel === 'sms' ? '+31*******78' : 's***@example.com',
    tzdb_version: process.versions.tz,
  })
  const { locationId, startsAt, endsAt, timezone, sourceSystem, externalAppointmentId } = body
  const facts: Partial<Record<FactName, unknown>> = {
    locationId,
    startsAt,
    endsAt,
    timezone,
    recipientName: displayName,
    recipientEmail: email,
    recipientPhone: phone,
  }
  const factValues = factNames.map((name) => facts[name] ?? null)
  const source = ['intake', sourceSystem, externalAppointmentId, new Date(), `1 ${process.versions.tz}`]
  return {
    keys,
    recipient: [holder, recipientId, keys.sms, displayName.toLowerCase(), appointmentId, phone, null],
    appointment: [holder, appointmentId, recipientId, keys.email, keys.sms, ...factValues, ...source],
    reminders: [reminder('P3D', 3, 'confirm_prompt', 'sms', 'email'), reminder('P1D', 1, 'reminder', 'sms', 'email')],
  }
}
