import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type pg from 'pg'
import { eventTypes } from '#/app/events.ts'
import { privacy } from '#/app/privacy.ts'
import type { EventType } from '#/kernel/event-type.ts'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { ajv } from '#/kernel/execution/validation.ts'
import { integrationIdOf } from '#/slices/calendars/integration-id.ts'
import { endpointEvents } from '#/slices/events/events.ts'
import { noteSyncOutcome } from '#/slices/calendars/calendars.ts'
import { eventually, shareTestProduct, type TestProduct } from '../../harness.ts'
import {
  newIntake,
  openWorld,
  storeAppointment,
  storeRequest,
  storeSuggestion,
  storeUndelivered,
  type World,
} from '../../operation-cases.ts'

// Every kind of event, made by what causes it.

let product: TestProduct
let world: World
let worker: pg.Pool

before(async () => {
  product = await shareTestProduct()
  world = await openWorld(product)
  worker = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_worker',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  await world.holder.call('GET', '/events')
})
after(async () => {
  await worker?.end()
  await product?.stop()
})

const request = () => ({ clientRequestId: randomUUID(), expectedVersion: 1 })

/** What causes an event of each kind. @returns the id of its subject, where the cause knows it */
const causes: Readonly<Record<string, () => Promise<string | null>>> = {
  'appointment.registered': async () => (await storeAppointment(product, world.holder)).id,
  async 'appointment.updated'() {
    const { id } = await storeAppointment(product, world.holder)
    await world.holder.call('PATCH', `/appointments/${id}`, { expectedVersion: 1, title: 'Another' })
    return id
  },
  async 'appointment.cancelled'() {
    const { id } = await storeAppointment(product, world.holder)
    await world.holder.call('POST', `/appointments/${id}/cancellation`, { ...request(), reasonCode: 'provider' })
    return id
  },
  async 'appointment.reopened'() {
    const intake = await newIntake(product)
    const { sourceSystem, externalAppointmentId } = intake
    await world.holder.call('POST', '/appointments/intake', intake)
    await world.holder.call('POST', '/appointments/intake/cancellation', { sourceSystem, externalAppointmentId })
    const { body } = await world.holder.call('POST', '/appointments/intake', intake)
    assert.equal(body.data.outcome, 'reopened')
    return body.data.appointmentId
  },
  async 'appointment.confirmed'() {
    const { id } = await storeAppointment(product, world.holder)
    await world.holder.call('POST', `/appointments/${id}/confirmation`, request())
    return id
  },
  async 'appointment.outcome_recorded'() {
    const { id } = await storeAppointment(product, world.holder, -2)
    await world.holder.call('POST', `/appointments/${id}/outcome`, { expectedVersion: 1, outcome: 'no_show' })
    return id
  },
  'reminder.sent': () => sendNow('+31612345678'),
  'reminder.delivered': () => sendNow('+31612345679'),
  async 'reminder.failed'() {
    await storeUndelivered(product, world.holder)
    return null
  },
  'reminder.suppressed': () => endReminder('suppressed', 'recipient_opted_out'),
  'reminder.expired': () => endReminder('expired', 'too_late'),
  'reminder.unknown': () => endReminder('unknown', 'outcome_unknown'),
  'recipient_request.created': async () => (await storeRequest(world)).id,
  async 'recipient_request.reviewed'() {
    await storeSuggestion(world)
    return null
  },
  async 'recipient_request.closed'() {
    const { id } = await storeRequest(world)
    await world.recipient.call('POST', `/requests/${id}/withdrawal`, { expectedVersion: 1 })
    return id
  },
  async 'suggestion.reviewed'() {
    const id = await storeSuggestion(world)
    const review = { ...request(), decision: 'dismissed', confirmedByHuman: true }
    assert.equal((await world.recipient.call('POST', `/suggestions/${id}/review`, review)).status, 200)
    return id
  },
  async 'integration.action_required'() {
    const integrationId = integrationIdOf(world.holder.id, 'caldav')
    await product.operator.query(
      `insert into integration_connection (platform_holder_id, integration_id, provider, status, calendars, encrypted_grant)
       values ($1, $2, 'caldav', 'connected', '[]', 'x')
       on conflict (platform_holder_id, integration_id) do update set status = 'connected', encrypted_grant = 'x'`,
      [world.holder.id, integrationId],
    )
    await inTransaction(worker, { holder: world.holder.id }, (tx) =>
      noteSyncOutcome(tx, { integrationId }, 'consent_revoked'),
    )
    return integrationId
  },
}

/** A message that is due now goes by the twin. */
async function sendNow(phoneNumberE164: string): Promise<null> {
  const recipient = { displayName: 'Sanne de Vries', phoneNumberE164 }
  const { id } = await storeAppointment(product, world.holder, 240, { recipient })
  await product.operator.query(
    `update reminder set due_at = tijdig_now(), run_at = tijdig_now() where id = (
       select id from reminder where appointment_id = $1 and state = 'planned' order by due_at desc limit 1)`,
    [id],
  )
  return null
}

async function endReminder(state: string, reason: string): Promise<string> {
  const { id } = await storeAppointment(product, world.holder)
  const { rows } = await product.operator.query<{ id: string }>(
    `update reminder set state = $2, reason_code = $3, run_at = null
     where id = (select id from reminder where appointment_id = $1 and state = 'planned' order by due_at desc limit 1) returning id`,
    [id, state, reason],
  )
  return rows[0]!.id
}

test('each kind has a cause here, and is named once', () => {
  const names = eventTypes.map(({ type }) => type)
  const ofEndpoints = endpointEvents.map(({ type }) => type)
  assert.deepEqual([...Object.keys(causes), ...ofEndpoints].toSorted(), names.toSorted())
  assert.equal(new Set(names).size, names.length)
})

/** All that is no word of a list, number or id. */
const freeTexts = new Set(['sourceSystem', 'externalAppointmentId', 'offset', 'changed'])

test('no field of any kind can hold words of a person: each is an id, a number or one of a list', () => {
  const personal = new Set(privacy.main.flatMap(({ fields }) => ('personal' in fields ? (fields.personal ?? []) : [])))
  for (const { type, data } of eventTypes) {
    for (const [name, schema] of Object.entries(data.properties) as [string, { enum?: unknown; type?: unknown }][]) {
      if (schema.enum !== undefined || schema.type === 'integer' || /Id$/.test(name)) continue
      assert.ok(freeTexts.has(name), `${type} has the text ${name}`)
      assert.ok(!personal.has(columnOf(name)), `${type} has the personal field ${name}`)
    }
  }
})

for (const kind of eventTypes) {
  describe(kind.type, () => {
    test('its example fits its schema', () => assertFits(kind, kind.example))
    const cause = causes[kind.type]
    // Of endpoints: test/api/events/webhooks.test.ts.
    if (cause === undefined) return
    test('is written with its cause, and fits its schema', async () => {
      const { holder } = world
      const { body: before } = await holder.call('GET', '/events')
      const path = `/events?types=${kind.type}&waitSeconds=5&after=`
      const subject = await cause()
      let after = before.data.nextAfter
      const event = await eventually(async () => {
        const { status, body } = await holder.call('GET', `${path}${after}`)
        assert.equal(status, 200, JSON.stringify(body))
        after = body.data.nextAfter
        return body.data.items.find(
          (item: { subject: { id: string } }) => subject === null || item.subject.id === subject,
        )
      })
      assert.equal(event.type, kind.type)
      assert.equal(event.subject.type, kind.subject)
      assertFits(kind, event.data)
      const one = await holder.call('GET', `/events/${event.id}`)
      assert.deepEqual(one.body.data, event)
      if (event.subject.path === null) return
      const read = await holder.call('GET', event.subject.path.slice(`/api/v1/platform-holders/${holder.id}`.length))
      assert.equal(read.status, 200, `${event.subject.path} ${JSON.stringify(read.body)}`)
    })
  })
}

function assertFits({ type, data }: EventType, value: unknown): void {
  const isValid = ajv.compile(data)
  assert.ok(isValid(value), `${type} ${JSON.stringify(value)} ${JSON.stringify(isValid.errors)}`)
}
