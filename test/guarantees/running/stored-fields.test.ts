import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { privacy } from '#/app/privacy.ts'
import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { Client } from '#/kernel/postgres/db.ts'
import type { TablePrivacy } from '#/kernel/privacy.ts'
import { eraseProfiles } from '#/slices/recipient-sign-in/privacy-store.ts'
import { factNames } from '#/slices/appointment-facts/appointment-facts.ts'
import { testDatabase, type TestDatabase } from '../../postgres.ts'
import { privacyFaults, readTables } from './privacy-faults.ts'

const declared = [...privacy.main, ...privacy.login]

let database: TestDatabase
let owner: Client
before(async () => {
  database = await testDatabase()
  owner = new Client({ connectionString: database.url })
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await database?.drop()
})

test('every table and stored field is declared beside its store, with retention, erasure and copy where it is of people', async () => {
  const tables = await readTables(owner)
  assert.ok(tables.length > 40)
  assert.deepEqual(privacyFaults(declared, tables), [])
})

test('whoever forgets one of the three is told which, and of which column', async () => {
  const tables = await readTables(owner)
  const profile = declared.find(({ table }) => table === 'login.profile')
  const links = declared.find(({ table }) => table === 'recipient_link')
  assert.ok(profile && 'retention' in profile && links && 'copy' in links)
  const { table, fields } = profile
  const halved = { ...eraseProfiles, text: eraseProfiles.text.replace(/locale = null,\s*/, '') }
  const faultsOf = (changed: TablePrivacy) =>
    privacyFaults(
      declared.map((one) => (one === profile ? changed : one)),
      tables,
    )
  const told: readonly (readonly [TablePrivacy, string[]])[] = [
    [{ ...profile, retention: { until: '24 months' } }, ['login.profile: no statement ends its rows']],
    [
      { ...profile, retention: { ...profile.retention, until: 'a year' } },
      ['login.profile: kept "a year", but a statement says 24 months'],
    ],
    [
      { ...profile, erasure: {} },
      [
        'login.profile: an erasure leaves phone_number_e164',
        'login.profile: an erasure leaves locale',
        'login.profile: no statement erases a person from it',
      ],
    ],
    [{ ...profile, erasure: { ofProfiles: [halved] } }, ['login.profile: an erasure leaves locale']],
    [{ ...profile, copy: { none: '' } }, ['login.profile: no reason why it is in no copy']],
    [
      { ...profile, copy: links.copy },
      ['login.profile: its phone_number_e164 is not in the copy', 'login.profile: its locale is not in the copy'],
    ],
    [{ table, fields, holds: 'numbers' }, ['login.profile is of people: phone_number_e164, locale, number_key']],
  ]
  for (const [changed, faults] of told) assert.deepEqual(faultsOf(changed), faults)
})

test('each fact of an appointment is a column, of the table and of what its recipient sees', async () => {
  for (const table of ['appointment', 'appointment_of_person']) {
    const { rows } = await owner.query<{ name: string }>(
      'select column_name::text as name from information_schema.columns where table_name = $1',
      [table],
    )
    const columns = new Set(rows.map((row) => row.name))
    assert.deepEqual(
      factNames.map(columnOf).filter((column) => !columns.has(column)),
      [],
      table,
    )
  }
})

test('a new column and a new table are noticed', async () => {
  await owner.query('alter table appointment add column shoe_size text')
  await owner.query('alter table reminder_volume add column recipient_id uuid')
  await owner.query('create table visit_note (id uuid primary key, words text)')
  assert.deepEqual(privacyFaults(declared, await readTables(owner)), [
    'appointment: shoe_size is not declared',
    'reminder_volume is of people: recipient_id',
    'visit_note is declared nowhere',
  ])
})
