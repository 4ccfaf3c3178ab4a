/* oxlint-disable import/no-unassigned-import -- before what it lets be imported */
import '../../../../scripts/testing/web-texts.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Draft } from './appointment-draft.ts'

// After the macro of its texts has been replaced.
const { bodyOf, changesOf, draftOf, emptyDraft } = await import('./appointment-draft.ts')

const amsterdam = 'Europe/Amsterdam'
const profile = { displayName: 'De Linde' } as unknown as Parameters<typeof draftOf>[1]

/** The appointment of an answer of the API, with the fields that a draft has. */
function appointmentAt(startsAt: string, endsAt: string): Parameters<typeof draftOf>[0] {
  const recipient = { displayName: 'Noor Jansen', phoneNumberE164: null, email: 'noor@example.com', locale: null }
  const facts = { title: 'De Linde', locationLabel: null, locationId: null, appointmentTypeId: null }
  return { ...facts, startsAt, endsAt, timezone: amsterdam, recipient } as unknown as Parameters<typeof draftOf>[0]
}

/** What is sent when that is typed over an appointment. */
async function sent(startsAt: string, endsAt: string, typed: Partial<Draft>) {
  const appointment = appointmentAt(startsAt, endsAt)
  const draft = draftOf(appointment, profile)
  const opened = { ...draft, startsAt, endsAt }
  const [before, body] = [
    await bodyOf(draft, amsterdam, 'NL', opened),
    await bodyOf({ ...draft, ...typed }, amsterdam, 'NL', opened),
  ]
  return 'gaps' in body ? body : changesOf(body.body, before)
}

test('storing an appointment in which nothing was typed moves neither its start nor its end, whatever they are', () =>
  fc.assert(
    fc.asyncProperty(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 86_400_000 }),
      async (start, lengthMs) => {
        const startsAt = start.toISOString()
        const endsAt = new Date(start.getTime() + lengthMs).toISOString()
        assert.deepEqual(await sent(startsAt, endsAt, {}), { startsAt })
        assert.deepEqual(await sent(startsAt, endsAt, { title: 'Second opinion' }), { title: 'Second opinion' })
      },
    ),
  ))

test('the second of the hour that comes twice stays where it is when its length is typed', async () => {
  const [startsAt, endsAt] = ['2027-10-31T01:30:00Z', '2027-10-31T02:00:00Z']
  assert.deepEqual(await sent(startsAt, endsAt, { minutes: '45' }), { endsAt: '2027-10-31T02:15:00.000Z' })
})

test('a moved appointment keeps its length to the millisecond until another is typed, in any digits', async () => {
  const [startsAt, endsAt] = ['2027-06-01T08:00:00.000Z', '2027-06-01T08:30:00.009Z']
  assert.equal(draftOf(appointmentAt(startsAt, endsAt), profile).minutes, '30')
  const moved = { startsAt: '2027-06-01T09:00:00.000Z', endsAt: '2027-06-01T09:30:00.009Z' }
  assert.deepEqual(await sent(startsAt, endsAt, { time: '11:00' }), moved)
  assert.deepEqual(await sent(startsAt, endsAt, { minutes: '۴۵' }), { endsAt: '2027-06-01T08:45:00.000Z' })
})

test('the name of a location is no label that was typed', async () => {
  const [startsAt, endsAt] = ['2027-06-01T08:00:00.000Z', '2027-06-01T08:30:00.000Z']
  const facts = { ...appointmentAt(startsAt, endsAt), locationId: 'main', place: 'Lindelaan 1' }
  assert.equal(draftOf({ ...facts, locationLabel: null }, profile).locationLabel, '')
  assert.equal(draftOf({ ...facts, locationLabel: 'Lindelaan 1' }, profile).locationLabel, 'Lindelaan 1')
})

test('all that is missing or cannot be is named, a time that the clocks skip too', async () => {
  const gapsOf = async (typed: Partial<Draft>) => {
    const draft = { ...emptyDraft, name: 'Tess', email: 'tess@example.com', day: '2027-03-28', time: '10:30', ...typed }
    const reading = await bodyOf(draft, amsterdam, 'NL')
    return 'gaps' in reading ? reading.gaps.map(({ path, code }) => `${path} ${code}`) : []
  }
  assert.deepEqual(await gapsOf({}), [])
  assert.deepEqual(await gapsOf({ day: null, time: null, minutes: '0' }), [
    'startsAt required',
    'startsAt.time required',
    'endsAt invalid_format',
  ])
  assert.deepEqual(await gapsOf({ time: '02:30' }), ['startsAt.time skipped_by_clock'])
})
