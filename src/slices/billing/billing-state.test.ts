import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderSetup } from '#/ports/billing.ts'
import { billingStatus, learn, type SetupKnowledge } from './billing-state.ts'

const begun: SetupKnowledge = { state: 'pending', mandateStatus: 'none', failureCode: null }
const mandate = (status: 'pending' | 'valid' | 'invalid') => ({ reference: 'mdt_1', status, method: null })
const open: ProviderSetup = { payment: 'open', failureCode: null, mandate: null }
const failed: ProviderSetup = { payment: 'failed', failureCode: 'declined', mandate: null }
const paid = (status: 'pending' | 'valid' | 'invalid'): ProviderSetup => ({
  payment: 'paid',
  failureCode: null,
  mandate: mandate(status),
})
const after = (...answers: ProviderSetup[]) => answers.reduce(learn, begun)

test('a set-up is confirmed when it is paid and its mandate is valid or pending, and not before', () => {
  assert.equal(after(open).state, 'pending')
  assert.equal(after({ ...open, payment: 'paid' }).state, 'pending', 'paid, but no mandate yet')
  assert.deepEqual(after(paid('pending')), { state: 'confirmed', mandateStatus: 'pending', failureCode: null })
  assert.deepEqual(after(paid('valid')), { state: 'confirmed', mandateStatus: 'valid', failureCode: null })
})

test('a set-up that failed says why', () => {
  for (const failureCode of ['cancelled_by_user', 'expired', 'declined', 'provider_error'] as const)
    assert.deepEqual(after({ ...failed, failureCode }), { state: 'failed', mandateStatus: 'none', failureCode })
  assert.equal(after({ ...failed, failureCode: null }).failureCode, 'provider_error')
  assert.deepEqual(after(paid('invalid')), { state: 'failed', mandateStatus: 'invalid', failureCode: 'declined' })
})

test('answers in any order, twice or overtaken, end alike', () => {
  for (const answers of [
    [open, paid('pending'), paid('valid')],
    [open, failed, paid('valid')],
    [open, failed],
    [open, paid('valid'), failed],
  ]) {
    const ends = permutations([...answers, ...answers]).map((order) => JSON.stringify(after(...order)))
    assert.equal(new Set(ends).size, 1)
  }
})

test('a mandate that ended stays ended, whatever older answer comes after', () => {
  for (const late of [paid('valid'), paid('pending'), open, failed])
    assert.deepEqual(after(paid('valid'), paid('invalid'), late), {
      state: 'confirmed',
      mandateStatus: 'invalid',
      failureCode: null,
    })
})

test('a good mandate keeps a holder active; without one the last set-up decides', () => {
  const status = (mandateStatus: SetupKnowledge['mandateStatus'], hasPendingSetup = false, hasFailed = false) =>
    billingStatus({ mandateStatus, hasPendingSetup, failureCode: hasFailed ? 'declined' : null })
  assert.equal(status('none'), 'not_started')
  assert.equal(status('none', true), 'setup_pending')
  assert.equal(status('none', false, true), 'failed')
  assert.equal(status('invalid'), 'action_required')
  assert.equal(status('invalid', true), 'setup_pending')
  assert.equal(status('invalid', false, true), 'failed')
  for (const good of ['valid', 'pending'] as const)
    for (const isPending of [true, false])
      for (const hasFailed of [true, false]) assert.equal(status(good, isPending, hasFailed), 'active')
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}
