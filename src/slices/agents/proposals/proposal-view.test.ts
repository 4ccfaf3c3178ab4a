import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProposalRow } from './proposal-store.ts'
import { proposalStatus } from './proposal-view.ts'

const at = Temporal.Instant.from('2026-12-03T13:30:00Z')
const row = (changes: Partial<ProposalRow>): ProposalRow => ({
  platformHolderId: '',
  id: '',
  actorId: '',
  actionRequestId: '',
  isKeyGood: true,
  operationId: 'updateHolderAppointment',
  status: 'pending_confirmation',
  storedInput: {},
  targetVersion: 1,
  about: [],
  changes: [],
  timezone: 'Europe/Amsterdam',
  result: null,
  errorCode: null,
  subjects: [],
  createdAt: at,
  expiresAt: at.add({ minutes: 10 }),
  confirmedAt: null,
  executedAt: null,
  now: at,
  ...changes,
})
const after = (milliseconds: number, changes: Partial<ProposalRow> = {}) =>
  proposalStatus(row({ now: at.add({ milliseconds }), ...changes }))

test('a proposal waits for ten minutes, and then it is over', () => {
  assert.deepEqual(
    [0, 599_999, 600_000].map((ms) => after(ms)),
    ['pending_confirmation', 'pending_confirmation', 'expired'],
  )
})

test('a proposal whose key no longer works is dropped, unless it was confirmed before', () => {
  assert.equal(after(0, { isKeyGood: false }), 'discarded')
  assert.equal(after(600_000, { isKeyGood: false }), 'expired')
  assert.equal(after(0, { isKeyGood: false, status: 'executing', confirmedAt: at }), 'executing')
})

test('an execution stalls at 20 seconds and times out at 30', () => {
  const seen = [0, 19_999, 20_000, 29_999, 30_000].map((ms) => after(ms, { status: 'executing', confirmedAt: at }))
  assert.deepEqual(seen, ['executing', 'executing', 'stalled', 'stalled', 'timed_out'])
})

test('what ended stays as it ended', () => {
  for (const status of ['succeeded', 'failed'] as const)
    assert.equal(after(86_400_000, { status, confirmedAt: at, executedAt: at }), status)
})
