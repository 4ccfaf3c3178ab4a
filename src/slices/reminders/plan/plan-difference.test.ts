import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planDifference, type StoredRow } from './plan-difference.ts'
import type { PlannedRow } from './plan-reminders.ts'

const now = Temporal.Instant.from('2026-11-20T09:00:00Z')
const dueAt = Temporal.Instant.from('2026-12-02T13:30:00Z')
const latestAt = dueAt.add({ hours: 4 })

test('a row that already says what the plan says is not written', () => {
  assert.deepEqual(planDifference([stored()], [planned()], now), { write: [], superseded: [] })
})

test('a claimed row counts as the planned one it was', () => {
  assert.deepEqual(planDifference([stored({ state: 'claimed' })], [planned()], now).write, [])
})

test('a row that differs in anything that matters to sending is written', () => {
  for (const change of [
    { dueAt: dueAt.add({ minutes: 1 }) },
    { latestAt: latestAt.add({ minutes: 1 }) },
    { channel: 'email' as const },
    { fallbackChannel: null },
    { movedBecause: 'quiet_hours_earlier' as const },
    { state: 'suppressed' as const, reasonCode: 'recipient_opted_out' as const },
  ]) {
    assert.equal(planDifference([stored(change)], [planned()], now).write.length, 1, JSON.stringify(change))
  }
})

test('an offset that was handed over is not planned again, under no kind', () => {
  const handedOver = stored({ state: 'delivered', handedOverAt: now, attempts: 1 })
  assert.deepEqual(planDifference([handedOver], [planned({ kind: 'reminder' })], now), { write: [], superseded: [] })
})

test('a row that was tried, is held or was dropped by a human keeps its place', () => {
  for (const change of [
    { attempts: 1, dueAt: now },
    { state: 'held' as const, reasonCode: 'volume_review' as const },
    { state: 'cancelled' as const, reasonCode: 'volume_review' as const },
  ]) {
    assert.deepEqual(planDifference([stored(change)], [planned()], now).write, [], JSON.stringify(change))
  }
})

test('what is only too late for the new plan keeps the end it had', () => {
  const past = planned({ state: 'skipped', reasonCode: 'due_in_past' })
  for (const change of [{}, { state: 'suppressed' as const, reasonCode: 'recipient_opted_out' as const }]) {
    assert.deepEqual(planDifference([stored(change)], [past], now).write, [])
  }
  assert.deepEqual(planDifference([], [past], now).write, [past])
})

test('unsent rows of a dropped step are superseded, also those that an opt-out ended', () => {
  const rows = (['planned', 'claimed', 'held', 'skipped', 'suppressed'] as const).map((state) =>
    stored({ id: state, state }),
  )
  assert.deepEqual(planDifference(rows, [], now).superseded, ['planned', 'claimed', 'held', 'skipped', 'suppressed'])
})

test('what lies behind keeps its end when its step is dropped', () => {
  const rows = [
    stored({ state: 'skipped', reasonCode: 'no_contact', dueAt: now }),
    stored({ state: 'expired', reasonCode: 'too_late' }),
  ]
  assert.deepEqual(planDifference(rows, [], now).superseded, [])
})

test('rows that no step made are never superseded', () => {
  const rows = [
    stored({ kind: 'reminder', offsetKey: 'short_notice' }),
    stored({ kind: 'confirmation', offsetKey: 'registration' }),
    stored({ kind: 'change', offsetKey: 'change' }),
  ]
  assert.deepEqual(planDifference(rows, [], now).superseded, [])
})

function stored(changes: Partial<StoredRow> = {}): StoredRow {
  return {
    id: 'row',
    kind: 'confirm_prompt',
    offsetKey: 'P1D',
    channel: 'sms',
    fallbackChannel: 'email',
    dueAt: dueAt,
    latestAt: latestAt,
    movedBecause: null,
    state: 'planned',
    reasonCode: null,
    attempts: 0,
    handedOverAt: null,
    isReleased: false,
    ...changes,
  }
}

function planned(changes: { kind?: 'reminder'; state?: 'skipped'; reasonCode?: 'due_in_past' } = {}): PlannedRow {
  return {
    kind: 'confirm_prompt',
    offsetKey: 'P1D',
    offset: 'P1D',
    channel: 'sms',
    fallbackChannel: 'email',
    dueAt,
    latestAt,
    movedBecause: null,
    state: 'planned',
    reasonCode: null,
    ...changes,
  } as PlannedRow
}
