import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { columnOf } from '#/kernel/postgres/db.ts'
import { erasedFactsSql, factNames, facts, ownFacts, placeSql, type Fact } from './appointment-facts.ts'

const register = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8')
const personalColumns = /^\| `appointment` \|([^|]*)\|/m.exec(register)?.[1] ?? ''

for (const name of factNames) {
  const column = columnOf(name)
  const isPersonal = facts[name].whenErased !== 'kept'
  test(`the register of docs/privacy.md calls ${column} ${isPersonal ? '' : 'not '}personal, as the erasure treats it`, () => {
    assert.equal(personalColumns.includes(`\`${column}\``), isPersonal)
    assert.equal(erasedFactsSql.includes(`${column} = `), isPersonal)
  })
}

test('what messages say of an appointment is where they find the place, and can be refused as a web address', () => {
  for (const [name, { webAddressFault }] of Object.entries<Fact>(ownFacts))
    if (webAddressFault !== null) assert.match(placeSql('l'), new RegExp(`\\ba\\.${columnOf(name)}\\b`))
})
