import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#/kernel/postgres/db.ts'
import { testDatabase } from '../../../../test/postgres.ts'
import { followUrl } from './followed-url.ts'
import { PatientPool } from './patient-pool.ts'
import { PrimaryClient } from './primary-client.ts'

test('a pool waits until the file has the password that the server has already, and one of a fixed string does not', async (t) => {
  const database = await testDatabase()
  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  const name = `patient_${randomBytes(4).toString('hex')}`
  await admin.query(`create role ${name} login password 'second'`)
  const urlWith = (password: string) => database.url.replace(/\/\/[^@]*@/, `//${name}:${password}@`)
  const poolOf = (connectionString: string) => new PatientPool({ Client: PrimaryClient, connectionString, max: 1 })
  let current = urlWith('first')
  const [fixed, followed] = [poolOf(`${current}?application_name=fixed`), poolOf(current)]
  followUrl(current, () => current)
  t.after(async () => {
    await Promise.all([fixed.end(), followed.end()])
    await admin.query(`drop role ${name}`)
    await admin.end()
    await database.drop()
  })
  await assert.rejects(fixed.connect(), { code: '28P01' })
  const asked = followed.query<{ name: string }>('select session_user::text as name')
  await sleep(300)
  current = urlWith('second')
  assert.equal((await asked).rows[0]?.name, name)
})
