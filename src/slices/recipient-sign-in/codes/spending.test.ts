import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spentBudget } from './spending.ts'

test('messages stop at the budget of a country and at that of all', () => {
  const limits = { countries: [], perAddressPerHour: 0, messagesPerCountryPerHour: 5, messagesPerHour: 8 }
  const spent = { countrySent: 4, countryUsed: 0, allSent: 7 }
  assert.equal(spentBudget(limits, spent), null)
  assert.equal(spentBudget(limits, { ...spent, countrySent: 5 }), 'countrySpend')
  assert.equal(spentBudget(limits, { ...spent, allSent: 8 }), 'allSpend')
})
