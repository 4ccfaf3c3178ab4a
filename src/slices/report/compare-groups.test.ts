import assert from 'node:assert/strict'
import { test } from 'node:test'
import { camelCase, type CamelCase } from '#/kernel/postgres/values/columns.ts'
import { compareGroup } from './compare-groups.ts'
import { outcomesByLeadTime } from './report-store.ts'

/** A group with so many outcomes per lead time, of so many appointments that have begun. */
function group(outcomes: readonly number[], started?: number) {
  const recorded = outcomes.reduce((sum, one) => sum + one, 0)
  const byLeadTime = Object.fromEntries(outcomesByLeadTime.map((name, lead) => [camelCase(name), outcomes[lead] ?? 0]))
  return {
    started: started ?? recorded,
    outcomeRecorded: recorded,
    // Safe: made from the list of all names.
    ...(byLeadTime as Record<CamelCase<(typeof outcomesByLeadTime)[number]>, number>),
  }
}

test('groups of one mix of lead times can be compared, also when one is larger', () => {
  const totals = group([120, 60, 240, 120, 60, 0])
  assert.equal(compareGroup(group([40, 20, 80, 40, 20, 0]), totals), 'comparable')
  assert.equal(compareGroup(group([37, 22, 84, 38, 19, 0]), totals), 'comparable')
})

test('groups of which one books further ahead cannot, so that reminders are not blamed for it', () => {
  const totals = group([300, 20, 40, 200, 100, 0])
  assert.equal(compareGroup(group([10, 10, 30, 180, 90, 0]), totals), 'not_comparable')
  assert.equal(compareGroup(group([100, 0, 0, 0, 0, 0]), totals), 'not_comparable')
})

test('groups of which one has more of its outcomes recorded cannot: what is not recorded may be anything', () => {
  const totals = group([400, 0, 0, 0, 0, 0], 600)
  assert.equal(compareGroup(group([200, 0, 0, 0, 0, 0], 300), totals), 'comparable')
  assert.equal(compareGroup(group([200, 0, 0, 0, 0, 0], 200), totals), 'not_comparable')
})

test('few outcomes on either side are nothing to compare', () => {
  assert.equal(compareGroup(group([29, 0]), group([500, 0])), 'not_comparable')
  assert.equal(compareGroup(group([471, 0]), group([500, 0])), 'not_comparable')
  assert.equal(compareGroup(group([30, 0]), group([500, 0])), 'comparable')
  assert.equal(compareGroup(group([500, 0]), group([500, 0])), 'not_comparable', 'there are no others')
})
