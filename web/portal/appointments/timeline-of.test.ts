/* oxlint-disable import/no-unassigned-import -- before what it lets be imported */
import '../../../scripts/testing/web-texts.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reminder } from './appointment-queries.ts'
import type { Appointment } from './delivery-pill.tsx'

// After the macro of its texts has been replaced.
const { timelineOf } = await import('./timeline-of.ts')

const createdAt = '2027-06-01T08:00:00Z'
const appointment = {
  createdAt,
  confirmation: { status: 'unconfirmed', confirmedAt: null, via: null },
  cancellation: null,
  openRequest: null,
} as unknown as Appointment

function reminder(facts: Partial<Reminder>): Reminder {
  const planned = { id: 'r', kind: 'reminder', state: 'planned', dueAt: '2027-06-09T08:00:00Z', updatedAt: createdAt }
  return { ...planned, reasonCode: null, destinationMasked: null, attempts: [], reply: null, ...facts } as Reminder
}

const attempt = (facts: object) =>
  ({
    attemptNo: 1,
    channel: 'sms',
    state: 'delivered',
    handedOverAt: '2027-06-09T08:00:01Z',
    ...facts,
  }) as Reminder['attempts'][number]

const told = (one: Partial<Appointment>, ...reminders: readonly Reminder[]) =>
  timelineOf({ ...appointment, ...one }, reminders).map(({ title, instant, tone }) => [title.id, instant, tone])

test('what is known stands in order of time, and what is still to come last', () => {
  const confirmation = {
    status: 'confirmed',
    confirmedAt: '2027-06-02T09:00:00Z',
    via: 'message_link',
    scheduleRevision: 1,
  } as const
  assert.deepEqual(told({ confirmation }, reminder({})), [
    ['Appointment registered', createdAt, 'plain'],
    ['Confirmed', '2027-06-02T09:00:00Z', 'ok'],
    ['Reminder is planned', '2027-06-09T08:00:00Z', 'plain'],
  ])
})

test('each attempt is told with what became of it, and a reply after it', () => {
  const attempts = [attempt({ state: 'failed' }), attempt({ attemptNo: 2, handedOverAt: '2027-06-09T08:05:00Z' })]
  const reply = { meaning: 'declined', receivedAt: '2027-06-09T10:00:00Z' } as const
  assert.deepEqual(told({}, reminder({ state: 'sent', attempts, reply })).slice(1), [
    ['Reminder by text message', '2027-06-09T08:00:01Z', 'danger'],
    ['Reminder by text message', '2027-06-09T08:05:00Z', 'ok'],
    ['Says no: cannot come', '2027-06-09T10:00:00Z', 'danger'],
  ])
})

test('what a message is for is said of each kind in words of its own', () => {
  const kinds = [
    'confirmation',
    'reminder',
    'confirm_prompt',
    'change',
    'cancellation',
    'answer',
    'delay',
    'postponed',
  ] as const
  for (const state of ['planned', 'sent', 'cancelled'] as const) {
    const attempts = state === 'sent' ? [attempt({})] : []
    const titles = kinds.map((kind) => told({}, reminder({ kind, state, attempts })).at(-1)?.[0])
    assert.equal(new Set(titles).size, kinds.length, titles.join())
    assert.deepEqual(
      titles.slice(-2).map((title) => String(title).split(' ')[0]),
      ['Delay', 'Postponement'],
    )
  }
})

test('a message that was withdrawn ended when that was decided, never before the appointment was made', () => {
  const ended = (updatedAt: string) => told({}, reminder({ state: 'cancelled', updatedAt } as Partial<Reminder>))[1]
  assert.deepEqual(ended('2027-06-05T12:00:00Z'), ['Reminder not sent', '2027-06-05T12:00:00Z', 'quiet'])
  // It was due before anybody knew of the appointment.
  assert.deepEqual(ended('2027-05-01T12:00:00Z'), ['Reminder not sent', createdAt, 'quiet'])
})
