import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { columnsInMessages, ownFacts, placeSql, type Fact } from './appointment-facts.ts'

test('what messages use of an appointment is read before they go, its place in words too, and text of staff in it holds no web address', () => {
  for (const [name, fact] of Object.entries<Fact>(ownFacts)) {
    const { inMessage, webAddressFault } = fact
    const column = new RegExp(`\\ba\\.${columnOf(name)}\\b`)
    if (inMessage !== null) assert.match(columnsInMessages, column)
    if (inMessage === 'place') assert.match(placeSql(), column)
    const isWritten = inMessage === 'place' && name !== 'locationId'
    assert.equal(webAddressFault !== null, isWritten, name)
  }
})
