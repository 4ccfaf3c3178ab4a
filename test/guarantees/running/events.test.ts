import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { events } from '#/app/events.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { noteSyncOutcome } from '#/slices/calendars/selected/sync-outcome.ts'
import { callApi, type TestHolder } from '../../harness.ts'
import { connect, grantAtTwin, putGoogleEvent, removeGoogleEvent } from '../../calendar-world.ts'
import { staffOf } from '../../integration-world.ts'
import { eventually } from '../../harness.ts'
import { ask, recipientOf, review } from '../people/recipient.ts'
import { person, startWorld, step, type World } from '../world.ts'
import { eventsOf, listen, noteReminders, type Stored } from './told-events.ts'

/** Told by what is not a change of a request, a message or a reading: their own parts test them. */
const toldElsewhere = [
  'api_key.expiring',
  'webhook_endpoint.failing',
  'webhook_endpoint.disabled',
  'webhook_endpoint.resent',
  'ping',
]

describe('What is told of a change', () => {
  let world: World
  let noted: Awaited<ReturnType<typeof noteReminders>>
  const seen = new Set<string>()
  before(async () => {
    world = await startWorld()
    noted = await noteReminders(world.databaseUrl)
  })
  after(async () => {
    await noted.close()
    await world.stop()
  })

  async function listening(steps = [step('P1D', 'sms')]): Promise<TestHolder> {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps, quietHours: null })
    await listen(world, holder)
    return holder
  }
  /** An appointment 26 hours ahead, and what is told of it and its messages from then on. */
  async function booked(holder: TestHolder, more: object = {}) {
    const now = await world.nextDay()
    const visit = { id: randomUUID(), ...person(), email: null, startsAt: now.add({ hours: 26 }), ...more }
    const { appointmentId } = await world.intake(holder, visit)
    return { holder, visit, id: String(appointmentId) }
  }
  const toldOf = async (holder: TestHolder): Promise<Stored[]> => {
    const all = await eventsOf(world, holder)
    for (const { type } of all) seen.add(type)
    return all
  }
  const ofAppointments = async (holder: TestHolder) =>
    (await toldOf(holder)).filter(({ subjectType }) => subjectType === 'appointment')
  const versionOf = async (holder: TestHolder, id: string): Promise<number> =>
    (await holder.call('GET', `/appointments/${id}`)).body.data.version
  const change = async (holder: TestHolder, method: string, path: string, body: object, status = 200) => {
    const answer = await holder.call(method, path, body)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    return answer.body.data
  }
  const inShort = ({ type, subjectVersion, data: { by, via, reasonCode, outcome, changed } }: Stored) =>
    JSON.parse(JSON.stringify([type, subjectVersion, { by, via, reasonCode, outcome, changed }]))

  test('an intake is told once, a repeat of it not, and what it changes by the names of the fields', async () => {
    const holder = await listening()
    const { visit, id } = await booked(holder, { locationId: 'main' })
    await world.intake(holder, visit)
    await world.intake(holder, { ...visit, startsAt: visit.startsAt.add({ hours: 1 }), phone: person().phone })
    const told = await ofAppointments(holder)
    assert.deepEqual(told.map(inShort), [
      ['appointment.registered', 1, { by: 'api' }],
      ['appointment.updated', 2, { by: 'api', changed: ['startsAt', 'endsAt', 'recipient.phoneNumberE164'] }],
    ])
    assert.deepEqual(new Set(told.map(({ subjectId }) => subjectId)), new Set([id]))
    assert.deepEqual(told[1]?.data, {
      by: 'api',
      status: 'registered',
      changed: ['startsAt', 'endsAt', 'recipient.phoneNumberE164'],
      locationId: 'main',
      sourceSystem: 'tests',
      scheduleRevision: 2,
      externalAppointmentId: visit.id,
    })
  })

  test('a cancellation says by whom and why, and what the source registers again is reopened', async () => {
    const holder = await listening()
    const { visit, id } = await booked(holder)
    await world.cancelBySource(holder, visit.id)
    await world.cancelBySource(holder, visit.id)
    await world.intake(holder, visit)
    const body = { clientRequestId: randomUUID(), expectedVersion: await versionOf(holder, id), reasonCode: 'provider' }
    await change(holder, 'POST', `/appointments/${id}/cancellation`, body)
    await change(holder, 'POST', `/appointments/${id}/cancellation`, body)
    assert.deepEqual((await ofAppointments(holder)).map(inShort), [
      ['appointment.registered', 1, { by: 'api' }],
      ['appointment.cancelled', 2, { by: 'api', via: 'source', reasonCode: 'other' }],
      ['appointment.reopened', 3, { by: 'api', changed: [] }],
      ['appointment.cancelled', 4, { by: 'api', via: 'holder', reasonCode: 'provider' }],
    ])
  })

  test('what staff do in the portal is told as theirs: an appointment, its move, a corrected contact, an outcome', async () => {
    const holder = await listening()
    const origin = { ...(await staffOf(world, holder)), origin: world.baseUrl, 'x-service-csrf': '1' }
    const now = await world.nextDay()
    const asStaff = (method: string, path: string, body: object) =>
      callApi(`${world.baseUrl}/api/v1/platform-holders/${holder.id}${path}`, method, body, origin)
    const made = await asStaff('POST', '/appointments', {
      clientRequestId: randomUUID(),
      startsAt: now.add({ hours: 30 }).toString(),
      endsAt: now.add({ hours: 31 }).toString(),
      recipient: { displayName: 'Sanne de Vries', phoneNumberE164: person().phone },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const path = `/appointments/${made.body.data.id}`
    const endsAt = now.add({ hours: 32 }).toString()
    const moved = await asStaff('PATCH', path, { expectedVersion: 1, endsAt })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    const recipient = { displayName: 'Sanne de Vries', email: person().email, locale: 'fr' }
    const corrected = await asStaff('PATCH', path, { expectedVersion: 2, recipient })
    assert.equal(corrected.status, 200, JSON.stringify(corrected.body))
    await world.clock.advance('PT33H')
    const outcome = await asStaff('POST', `${path}/outcome`, { expectedVersion: 3, outcome: 'no_show' })
    assert.equal(outcome.status, 200, JSON.stringify(outcome.body))
    assert.deepEqual((await ofAppointments(holder)).map(inShort), [
      ['appointment.registered', 1, { by: 'staff' }],
      ['appointment.updated', 2, { by: 'staff', changed: ['endsAt'] }],
      [
        'appointment.updated',
        3,
        { by: 'staff', changed: ['recipient.email', 'recipient.phoneNumberE164', 'recipient.locale'] },
      ],
      ['appointment.outcome_recorded', 4, { by: 'staff', outcome: 'no_show' }],
    ])
  })

  test('a confirmation is told once, by whichever way it came, and so is that staff took one back', async () => {
    const steps = [step('P1D', 'sms', 'none', 'confirm_prompt')]
    const ways: Record<string, (one: Awaited<ReturnType<typeof booked>>) => Promise<unknown>> = {
      async app({ holder, id }) {
        const recipient = await recipientOf(world, holder, id)
        const body = { clientRequestId: randomUUID(), expectedVersion: 1 }
        assert.equal((await recipient.call('POST', `/appointments/${id}/confirmation`, body)).status, 200)
        await recipient.call('POST', `/appointments/${id}/confirmation`, { ...body, clientRequestId: randomUUID() })
      },
      async sms_reply({ visit }) {
        await world.run('PT3H')
        await world.reply(visit.phone, 'ja')
      },
      async message_link({ visit }) {
        await world.run('PT3H')
        const [sms] = await world.smsTo(visit.phone)
        const link = /https?:\/\/\S+\/m\/[0-9A-Za-z]{13}/.exec(sms?.text ?? '')?.[0]
        await callApi(`${link}/confirmation`, 'POST')
        await callApi(`${link}/confirmation`, 'POST')
      },
      async staff({ holder, id }) {
        const body = { clientRequestId: randomUUID(), expectedVersion: 1 }
        await change(holder, 'POST', `/appointments/${id}/confirmation`, body)
        const back = { clientRequestId: randomUUID(), expectedVersion: 2 }
        await change(holder, 'POST', `/appointments/${id}/confirmation-withdrawal`, back)
      },
    }
    for (const [via, confirm] of Object.entries(ways)) {
      const holder = await listening(steps)
      const smsSender = via === 'message_link' ? { mode: 'alphanumeric', value: 'DeLinde', canReceive: false } : null
      if (smsSender) await world.editPolicy(holder, { smsSender })
      await confirm(await booked(holder))
      const by = via === 'staff' ? 'api' : 'recipient'
      const [, ...told] = (await ofAppointments(holder)).map(inShort)
      const back = ['appointment.updated', 3, { by: 'api', changed: ['confirmation'] }]
      assert.deepEqual(told, [['appointment.confirmed', 2, { by, via }], ...(via === 'staff' ? [back] : [])], via)
    }
  })

  test('what a calendar makes and takes away is told as its own, and once that it cannot be read any more', async () => {
    const holder = await listening()
    const account = `${holder.id}@praktijk.example`
    const now = await world.nextDay()
    const grant = await grantAtTwin(world, 'google_calendar', account)
    const attendees = [{ email: person().email, displayName: 'Noor Jansen' }]
    await putGoogleEvent(world, account, 'event1', now.add({ hours: 60 }), { attendees })
    const integrationId = await connect(world, holder, 'google_calendar', grant, ['primary'])
    const until = (type: string) =>
      eventually(async () => {
        await world.clock.advance('PT1M')
        return (await toldOf(holder)).find((one) => one.type === type)
      })
    assert.equal((await until('appointment.registered')).data['by'], 'calendar')
    await removeGoogleEvent(world, account, 'event1')
    assert.deepEqual(inShort(await until('appointment.cancelled')), [
      'appointment.cancelled',
      2,
      { by: 'calendar', via: 'source', reasonCode: 'other' },
    ])
    for (let times = 0; times < 2; times += 1)
      await inTransaction(world.operator, { holder: holder.id }, (tx) =>
        noteSyncOutcome(tx, { integrationId }, 'consent_revoked'),
      )
    const told = (await toldOf(holder)).filter(({ type }) => type === 'integration.action_required')
    assert.deepEqual(
      told.map(({ subjectId, data }) => [subjectId, data]),
      [[integrationId, { provider: 'google_calendar', status: 'action_required', errorCode: 'consent_revoked' }]],
    )
  })

  test('a request is told when it is made, when it is reviewed and when it ends without that', async () => {
    const requestsOf = async (holder: TestHolder) =>
      (await toldOf(holder))
        .filter(({ subjectType }) => subjectType === 'recipient_request')
        .map(({ type, subjectVersion, data }) => [type, subjectVersion, data['status'], data['requestType']])
    const created = (type: string) => ['recipient_request.created', 1, 'pending_review', type]
    const asked = async (type: 'cancellation' | 'reschedule') => {
      const one = await booked(await listening())
      const recipient = await recipientOf(world, one.holder, one.id)
      return { ...one, recipient, request: await ask(world, recipient, one.holder, one.id, type) }
    }

    const approved = await asked('cancellation')
    await review(approved.holder, approved.request, 'approved')
    assert.deepEqual(await requestsOf(approved.holder), [
      created('cancel'),
      ['recipient_request.reviewed', 2, 'approved', 'cancel'],
    ])
    assert.deepEqual((await ofAppointments(approved.holder)).map(inShort).at(-1), [
      'appointment.cancelled',
      2,
      { by: 'api', via: 'approved_request', reasonCode: 'recipient' },
    ])

    const withdrawn = await asked('reschedule')
    const path = `/requests/${withdrawn.request.id}/withdrawal`
    assert.equal((await withdrawn.recipient.call('POST', path, { expectedVersion: 1 })).status, 200)
    assert.deepEqual(await requestsOf(withdrawn.holder), [
      created('reschedule'),
      ['recipient_request.closed', 2, 'withdrawn', 'reschedule'],
    ])

    const superseded = await asked('reschedule')
    await world.cancelBySource(superseded.holder, superseded.visit.id)
    assert.deepEqual(await requestsOf(superseded.holder), [
      created('reschedule'),
      ['recipient_request.closed', 2, 'superseded', 'reschedule'],
    ])

    const expired = await asked('cancellation')
    await world.clock.advance('PT27H')
    await world.maintain()
    await world.maintain()
    assert.deepEqual(await requestsOf(expired.holder), [
      created('cancel'),
      ['recipient_request.closed', 2, 'expired', 'cancel'],
    ])
  })

  test('an answer to a proposed time is told, with the appointment it is about', async () => {
    const { holder, id } = await booked(await listening())
    const recipient = await recipientOf(world, holder, id)
    const request = await ask(world, recipient, holder, id, 'reschedule')
    const startsAt = (await world.clock.now()).add({ hours: 300 })
    const suggested = {
      suggestedStartsAt: startsAt.toString(),
      suggestedEndsAt: startsAt.add({ minutes: 15 }).toString(),
    }
    const reviewed = await review(holder, request, 'declined', suggested)
    const answer = { clientRequestId: randomUUID(), expectedVersion: 1, decision: 'approved', confirmedByHuman: true }
    const path = `/suggestions/${reviewed.review.suggestionId}/review`
    assert.equal((await recipient.call('POST', path, answer)).status, 200)
    const told = (await toldOf(holder)).filter(({ type }) => type === 'suggestion.reviewed')
    assert.deepEqual(
      told.map(({ subjectVersion, data }) => [subjectVersion, data]),
      [
        [
          2,
          {
            kind: 'alternative_time',
            status: 'approved',
            decision: 'approved',
            requestId: request.id,
            appointmentId: id,
          },
        ],
      ],
    )
  })

  test('whatever a message becomes is told exactly once, by whichever way it became that', async () => {
    const holder = await listening([step('P1D', 'sms')])
    const make = async (more: object = {}, hours = 26) => {
      const visit = { id: randomUUID(), ...person(), email: null, startsAt: now.add({ hours }), ...more }
      const { appointmentId } = await world.intake(holder, visit)
      return { visit, id: String(appointmentId) }
    }
    const now = await world.nextDay()
    const delivered = await make()
    const refused = await make()
    await world.fault({ provider: 'twilio', mode: 'refuse', to: refused.visit.phone })
    const silent = await make()
    await world.fault({ provider: 'twilio', mode: 'blackhole', to: silent.visit.phone, count: 1 })
    const stopped = await make()
    await world.inbound({ from: stopped.visit.phone, text: 'STOP' })
    await make({ id: randomUUID(), phone: stopped.visit.phone })
    const moving = await make()
    const recipient = await recipientOf(world, holder, moving.id)
    await review(holder, await ask(world, recipient, holder, moving.id, 'reschedule'), 'approved')
    const mailed = await make({ phone: null, email: person().email })
    await world.editPolicy(holder, { steps: [step('P1D', 'preferred')] })
    await world.clock.advance('PT30H')
    await world.maintain()
    const wanted = await eventually(async () => {
      const rows = await world.sql<{ id: string; state: string }>(
        `select appointment_id as id, state from reminder where platform_holder_id = $1 order by id`,
        [holder.id],
      )
      const isOver = rows.every(({ state }) => !['planned', 'claimed', 'handed_over', 'held'].includes(state))
      const stateOf = (id: string) => rows.filter((row) => row.id === id).map(({ state }) => state)
      return isOver && stateOf(delivered.id).includes('delivered') && stateOf
    })
    assert.deepEqual(wanted(mailed.id), ['sent'])
    const told = (await toldOf(holder)).filter(({ subjectType }) => subjectType === 'reminder')
    assert.deepEqual(told.map(({ subjectId, type }) => `${subjectId} ${type}`).toSorted(), await noted.notedOf(holder))
    const types = [...new Set(told.map(({ type }) => type.slice('reminder.'.length)))].toSorted()
    assert.deepEqual(types, ['delivered', 'expired', 'failed', 'sent', 'suppressed', 'unknown'])
    assert.deepEqual(told.find(({ data }) => data['appointmentId'] === mailed.id)?.data, {
      appointmentId: mailed.id,
      sourceSystem: 'tests',
      externalAppointmentId: mailed.visit.id,
      locationId: null,
      kind: 'reminder',
      offset: 'P1D',
      channel: 'email',
      state: 'sent',
      reasonCode: null,
    })
  })

  test('where nobody listens nothing is written, whatever happens', async () => {
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
    const { visit } = await booked(holder)
    await world.run('PT3H')
    await world.reply(visit.phone, 'STOP')
    await world.cancelBySource(holder, visit.id)
    assert.deepEqual(await eventsOf(world, holder), [])
  })

  test('no type is in the catalogue that nothing tells', () => {
    const types = events.map(({ contract }) => contract.type)
    assert.deepEqual([...seen, ...toldElsewhere].toSorted(), types.toSorted())
  })
})
