import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../../test/postgres.ts'
import { toBinaryArray } from './binary-array.ts'
import { openPool } from '#/kernel/postgres/db.ts'

test('arrays reach the database as they are, whatever they hold', async (t) => {
  const { url: databaseUrl } = await testDatabase()
  const pool = openPool({ databaseUrl, role: 'tijdig_worker', size: 1, onIdleError: assert.ifError })
  t.after(() => pool.end())
  const columns = {
    uuid: ['01990000-0001-7000-8000-00000000ffff', null],
    text: ['', null, 'NULL', `"'\\{},;\n`, 'Ĳsbrand 😀 \u0645\u0648\u0639\u062f'],
    int: [-2_147_483_648, null, 2_147_483_647],
    smallint: [-32_768, 32_767],
    boolean: [true, null, false],
    timestamptz: ['1999-12-31T23:59:59.999999Z', '2026-11-22T21:37:12.000001Z', null].map(
      (text) => text && Temporal.Instant.from(text),
    ),
  } as const
  for (const [type, values] of Object.entries(columns)) {
    const sent = toBinaryArray(type as keyof typeof columns, values)
    const { rows } = await pool.query(
      `select value from unnest($1::${type}[]) with ordinality as v(value, n) order by n`,
      [sent],
    )
    assert.deepEqual(
      rows.map(({ value }) => String(value)),
      values.map(String),
    )
  }
  const { rows } = await pool.query('select $1::text[] as none', [toBinaryArray('text', [])])
  assert.deepEqual(rows, [{ none: [] }])
  assert.throws(() => toBinaryArray('uuid', ['01990000']), TypeError)
})
