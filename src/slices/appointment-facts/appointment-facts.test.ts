import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { ownFacts, placeOf, placeSql, type Fact } from './appointment-facts.ts'

test('what messages say of an appointment is where they find the place, and can be refused as a web address', () => {
  for (const [name, { webAddressFault }] of Object.entries<Fact>(ownFacts)) {
    if (webAddressFault === null) continue
    assert.match(placeSql('l'), new RegExp(`\\ba\\.${columnOf(name)}\\b`))
    assert.equal(placeOf({ locationLabel: null, locationId: null, [name]: 'Lindelaan' }, []), 'Lindelaan')
  }
})
