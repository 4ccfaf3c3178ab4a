import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { testDatabase, type TestDatabase } from '../../../../test/postgres.ts'
import { asLogin, ensureLogins, findRefusedLogin } from './logins.ts'

const roles = ['tijdig_api', 'tijdig_worker'] as const

let database: TestDatabase
let admin: Client
/** An owner of its own, because logins belong to a server. */
const owner = `owner_${randomBytes(4).toString('hex')}`

before(async () => {
  database = await testDatabase()
  admin = new Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(
    `create role ${owner} login createrole password 'first'; grant tijdig_api to ${owner} with admin option`,
  )
})
after(async () => {
  for (const role of ['api', 'worker']) await admin.query(`drop role if exists ${owner}_as_${role}`)
  await admin.query(`drop role ${owner}`)
  await admin.end()
  await database.drop()
})

function urlWith(password: string): string {
  const url = new URL(database.url)
  url.username = owner
  url.password = password
  return url.href
}

test('a login takes the place of the owner in every form of connection string, and shows nothing of the owner’s password', () => {
  const password = 's%40cret'
  const login = /^postgres:\/\/tijdig_as_api:[\w-]{43}@/
  for (const [url, place] of [
    [`postgres://tijdig:${password}@db1:5432/tijdig`, 'db1:5432/tijdig'],
    [
      `postgres://tijdig:${password}@db1:5432,db2/tijdig?target_session_attrs=read-write`,
      'db1:5432,db2/tijdig?target_session_attrs=read-write',
    ],
    [`postgres://db1/tijdig?user=tijdig&password=${password}&sslmode=require`, 'db1/tijdig?sslmode=require'],
    [`postgres://tijdig:${password}@/tijdig?host=/var/run/postgresql`, '/tijdig?host=/var/run/postgresql'],
  ] as const) {
    const changed = asLogin(url, 'tijdig_api')
    assert.match(changed, login)
    assert.equal(changed.replace(login, ''), place)
    assert.doesNotMatch(changed, /s%40cret|s@cret/)
    assert.notEqual(asLogin(url, 'tijdig_worker').split('@')[0], changed.split('@')[0])
  }
  assert.equal(asLogin('postgres://tijdig@db1/tijdig', 'tijdig_api'), 'postgres://tijdig_as_api@db1/tijdig')
})

test('logins are made once, also by two at a time, and again with the owner’s new password', async () => {
  const url = urlWith('first')
  assert.equal(await findRefusedLogin(url, ['tijdig_api']), `${owner}_as_api`)
  await Promise.all(Array.from({ length: 4 }, () => ensureLogins(url, ['tijdig_api'])))
  assert.equal(await findRefusedLogin(url, ['tijdig_api']), undefined)
  await admin.query(`alter role ${owner} password 'second'`)
  const changed = urlWith('second')
  assert.equal(await findRefusedLogin(changed, ['tijdig_api']), `${owner}_as_api`)
  await ensureLogins(changed, ['tijdig_api'])
  assert.equal(await findRefusedLogin(changed, ['tijdig_api']), undefined)
  assert.equal(await findRefusedLogin(url, ['tijdig_api']), `${owner}_as_api`, 'the old password is worth nothing')
})

test('an owner who may not give a role away is told what the administrator has to do', async () => {
  await assert.rejects(ensureLogins(urlWith('second'), roles), {
    message: new RegExp(
      `^${owner} may not make the login ${owner}_as_worker: .*grant tijdig_worker to ${owner} with admin option`,
    ),
  })
})
