import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { freePorts, testDatabase } from './postgres.ts'

test('each test database is migrated, empty and its own', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  assert.notEqual(one.url, other.url)
  await query(one.url, 'create table mark (id int)')
  assert.deepEqual(
    await query(other.url, `select to_regclass('mark') as mark, to_regclass('schema_migration') is null as bare`),
    [{ mark: null, bare: false }],
  )
})

test('a dropped database is gone, even with somebody connected', async () => {
  const { url, drop } = await testDatabase()
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await drop()
  await drop()
  await assert.rejects(query(url, 'select 1'), { code: '3D000' })
})

test('databases of a run that was killed are dropped by a later run', async () => {
  const { url } = await testDatabase()
  await query(url, 'create database tijdig_test_2147483647_0')
  const secondCopy = './postgres.ts?later'
  const laterRun: unknown = await import(secondCopy)
  await (laterRun as { testDatabase: typeof testDatabase }).testDatabase()
  const rows = await query(url, `select datname from pg_database where datname = 'tijdig_test_2147483647_0'`)
  assert.deepEqual(rows, [])
  await query(url, 'select 1')
})

test('no port is given twice, also within one process', async () => {
  const ports = (await Promise.all(Array.from({ length: 100 }, () => freePorts(5)))).flat()
  assert.equal(new Set(ports).size, 500)
})

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
