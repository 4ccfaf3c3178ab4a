import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { readSettings } from '#/app/settings/read-settings.ts'
import { asEnvironment } from '../../../../test/as-environment.ts'
import { eventually, startTestProduct, type TestProduct } from '../../../../test/harness.ts'
import { testDatabase } from '../../../../test/postgres.ts'
import type { Check } from './check.ts'
import { examine } from './doctor.ts'
import { operatorActions, register, rowsOf } from '../../../../test/operator-world.ts'

describe('tijdig doctor', () => {
  let product: TestProduct
  let owner: Client
  before(async () => {
    product = await startTestProduct()
    owner = new Client({ connectionString: product.databaseUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await product.stop()
  })

  /** Without the rightful remark about a superuser in DATABASE_URL, which is common in tests. */
  async function examined(readSettings: Parameters<typeof examine>[0]): Promise<readonly Check[]> {
    const checks = await examine(readSettings)
    const { rows } = await owner.query<{ isSuperuser: boolean }>(
      'select usesuper as is_superuser from pg_user where usename = session_user',
    )
    if (!rows[0]?.isSuperuser) return checks
    return checks.map((check) =>
      check.name === 'roles' && check.status === 'warn' ? { ...check, status: 'ok' } : check,
    )
  }

  /** The checks that are not `ok`, by name. */
  async function complaints(change: Partial<TestProduct['settings']> = {}): Promise<Record<string, Check['status']>> {
    const checks = await examined(() => ({ ...product.settings, ...change }))
    return Object.fromEntries(
      checks.filter((check) => check.status !== 'ok').map((check) => [check.name, check.status]),
    )
  }

  /** Breaks the database for as long as the doctor looks at it. */
  async function complaintsWhile(breaking: string, mending: string): Promise<Record<string, Check['status']>> {
    await owner.query(breaking)
    try {
      return await complaints()
    } finally {
      await owner.query(mending)
    }
  }

  test('nothing is wrong with a product that runs, and looking at it leaves its audit row alone', async () => {
    const holder = await product.createHolder()
    await register(holder, (await product.clock.now()).add({ hours: 72 }))
    const before = await operatorActions(product.operator, null)
    const checks = await examined(() => product.settings)
    assert.deepEqual(
      checks.filter((check) => check.status !== 'ok'),
      [],
    )
    assert.deepEqual(
      checks.map((check) => check.name),
      [
        'settings',
        'sms',
        'email',
        'database',
        'standby',
        'archive',
        'encryption',
        'schema',
        'roles',
        'installation',
        'base backup',
        'proxies',
        'logins',
        'row security',
        'tenant wall',
        'sign-in',
        'clock',
        'keys',
        'test organizations',
        'worker',
        'time zones',
        'due rows',
        'follow-ups',
        'maintenance',
        'receipts',
        'webhooks',
        'held rows',
        'unknown outcomes',
        'row states',
        'plans',
        'erasure journal',
        'disk',
      ],
    )
    assert.deepEqual(await operatorActions(product.operator, null), [...before, 'tijdig doctor'])
  })

  test('a proxy that is not named, a journal that cannot be written, and a development at a public address', async () => {
    const elsewhere = {
      environment: 'development',
      baseUrl: 'https://afspraken.example',
      erasureJournal: '/dev/null/x/erasures.jsonl',
    } as const
    await owner.query(`update installation set unlisted_proxy_seen_at = now() - interval '23 hours'`)
    assert.deepEqual(await complaints({ erasureJournal: elsewhere.erasureJournal }), {
      proxies: 'warn',
      'erasure journal': 'fail',
    })
    await owner.query(`update installation set unlisted_proxy_seen_at = now() - interval '25 hours'`)
    assert.deepEqual(await complaints(), {})
    const [settings] = await examine(() => ({ ...product.settings, ...elsewhere }))
    assert.equal(settings?.status, 'warn')
    assert.match(settings?.finding ?? '', /TIJDIG_BASE_URL is a public address/)
  })

  test('every fault of the set-up is named, and no value shown', async () => {
    const checks = await examine(() => readSettings({ TIJDIG_PORT: 'door', TIJDIG_SECRET: 'hunter2' }))
    assert.deepEqual(
      checks.map((check) => [check.name, check.status]),
      [
        ['settings', 'fail'],
        ['settings', 'fail'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(checks), /hunter2|door/)
  })

  test('providers are named by host, without user, password or path', async () => {
    const email = { ...product.settings.email, smtpUrl: 'smtps://user:hunter2@mail.example:465' }
    const checks = await examine(() => ({ ...product.settings, email }))
    const check = checks.find(({ name }) => name === 'email')
    assert.match(check?.finding ?? '', /mail\.example:465/)
    assert.doesNotMatch(JSON.stringify(checks), /hunter2|user:/)
    assert.equal(check?.status, 'warn')
  })

  test('a database that does not answer fails, and the rest is still looked at', async () => {
    const checks = await examine(() => ({ ...product.settings, databaseUrl: 'postgres://user:hunter2@127.0.0.1:1/db' }))
    assert.deepEqual(
      checks.filter((check) => check.status === 'fail').map((check) => check.name),
      ['database'],
    )
    assert.equal(checks.at(-1)?.name, 'disk')
    assert.doesNotMatch(JSON.stringify(checks), /hunter2/)
  })

  test('a pooler or a standby that does not answer is told of, although the database does', async () => {
    const away = 'postgres://user:hunter2@127.0.0.1:1/db'
    const databaseDirectUrl = product.databaseUrl
    assert.deepEqual(await complaints({ databaseDirectUrl, databaseUrl: away }), { pooler: 'fail' })
    assert.deepEqual(await complaints({ databaseDirectUrl, databaseStandbyUrl: away }), { reads: 'warn' })
    const checks = await examined(() => ({
      ...product.settings,
      databaseDirectUrl,
      databaseStandbyUrl: databaseDirectUrl,
    }))
    const ways = checks.filter(({ name }) => name === 'pooler' || name === 'reads')
    assert.deepEqual(
      ways.map(({ status }) => status),
      ['ok', 'ok'],
    )
  })

  test('an embedded database that is not there yet is not made by looking', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'tijdig-doctor-'))
    try {
      assert.deepEqual(await complaints({ databaseUrl: null, dataDirectory }), { database: 'warn' })
    } finally {
      await rm(dataDirectory, { recursive: true })
    }
  })

  test('a schema older than the code fails', async () => {
    const { url } = await testDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`delete from schema_migration where name = 'baseline'`)
    await client.end()
    assert.deepEqual(await complaints({ databaseUrl: url }), { schema: 'fail' })
  })

  test('a datastore of the sign-in that is away, is older than the code or belongs elsewhere fails, and the rest is looked at', async () => {
    assert.deepEqual(await complaints({ loginDatabaseUrl: 'postgres://user:hunter2@127.0.0.1:1/db' }), {
      'sign-in': 'fail',
    })
    const { url } = await testDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into login.binding (environment) values ('beta')`)
    assert.deepEqual(await complaints({ loginDatabaseUrl: url }), { 'sign-in': 'fail' })
    await client.query(`delete from login.binding; delete from login.schema_migration where name = 'login/baseline'`)
    await client.end()
    assert.deepEqual(await complaints({ loginDatabaseUrl: url }), { 'sign-in': 'fail' })
  })

  test('a tenant table without forced row-level security fails', async () => {
    const found = await complaintsWhile(
      'alter table appointment no force row level security',
      'alter table appointment force row level security',
    )
    assert.deepEqual(found, { 'row security': 'fail' })
  })

  test('a new table with tenants in it is looked at without being listed anywhere', async () => {
    const found = await complaintsWhile('create table extra (platform_holder_id uuid)', 'drop table extra')
    assert.deepEqual(found, { 'row security': 'fail' })
  })

  test('a policy that shows rows to a request without a tenant fails', async () => {
    await product.createHolder()
    const found = await complaintsWhile(
      'create policy hole on platform_holder to tijdig_api using (true)',
      'drop policy hole on platform_holder',
    )
    assert.deepEqual(found, { 'tenant wall': 'fail' })
  })

  test('a sign-in that belongs to another environment fails', async () => {
    const bind = (environment: string) => `update login.binding set environment = '${environment}'`
    assert.deepEqual(await complaintsWhile(bind('beta'), bind('test')), { 'sign-in': 'fail' })
  })

  test('a moved clock is a remark, and a failure in production', async () => {
    await product.clock.set('2027-01-12T09:00:00Z')
    try {
      // What the clock made due is sent soon.
      await eventually(async () => !('due rows' in (await complaints())))
      assert.deepEqual(await complaints(), { clock: 'warn' })
      const inProduction = { standby: 'warn', archive: 'warn', 'base backup': 'warn', clock: 'fail' }
      assert.deepEqual(
        await asEnvironment(product.databaseUrl, 'production', () => complaints({ environment: 'production' })),
        inProduction,
      )
    } finally {
      await product.clock.reset()
    }
  })

  test('a base backup that is late, and keys about to end, are remarks', async () => {
    const backup = (hours: number) =>
      complaintsWhile(
        `update installation set base_backup_at = now() - ${hours} * interval '1 hour'`,
        'update installation set base_backup_at = null',
      )
    assert.deepEqual(await backup(25), {})
    assert.deepEqual(await backup(27), { 'base backup': 'warn' })
    await product.createHolder()
    const ends = (days: number) => `update api_key set expires_at = now() + ${days} * interval '1 day'`
    assert.deepEqual(await complaintsWhile(ends(8), ends(300)), {})
    assert.deepEqual(await complaintsWhile(ends(6), ends(300)), { keys: 'warn' })
  })

  test('keys about to end are listed, those in use first', async () => {
    const [one, other] = [await product.createHolder(), await product.createHolder()]
    const keyOf = async ({ id }: { readonly id: string }, assignment: string) =>
      (
        await rowsOf<{ prefix: string }>(
          product.operator,
          `update api_key set ${assignment} where platform_holder_id = $1 returning prefix`,
          [id],
        )
      )[0]?.prefix
    const unused = await keyOf(one, `expires_at = now() + interval '10 days', last_used_at = null`)
    const used = await keyOf(other, `expires_at = now() + interval '20 days', last_used_at = now()`)
    const check = (await examine(() => product.settings)).find(({ name }) => name === 'keys')
    assert.equal(check?.status, 'ok')
    assert.match(check?.finding ?? '', new RegExp(`2 within 30 days: ${used}… .*last used .*; ${unused}… .*not used`))
    await product.operator.query(`update api_key set expires_at = now() + interval '300 days'`)
  })

  test('rows that nobody would send, look at or count are found', async () => {
    const holder = await product.createHolder()
    const appointment = await register(holder, (await product.clock.now()).add({ hours: 72 }))
    const faults = [
      [`state = 'planned', reason_code = null, run_at = null`, 'planned for never'],
      [
        `state = 'planned', reason_code = null, run_at = due_at - interval '1 hour'`,
        'planned to leave before they are due',
      ],
      [`state = 'claimed', reason_code = null, run_at = null`, 'never looked at again'],
      [`state = 'sent', reason_code = null, run_at = null`, 'never looked at again'],
      [`state = 'cancelled', reason_code = 'rescheduled', run_at = due_at`, 'ended and still scheduled'],
    ]
    for (const [assignment, words] of faults) {
      await rowsOf(
        product.operator,
        `update reminder set ${assignment} where appointment_id = $1 and offset_key = 'P1D'`,
        [appointment],
      )
      const check = (await examine(() => product.settings)).find(({ name }) => name === 'row states')
      assert.equal(check?.status, 'fail')
      assert.match(check?.finding ?? '', new RegExp(`1 ${words}\\.`))
    }
    await rowsOf(product.operator, `update reminder set state = 'cancelled', run_at = null where appointment_id = $1`, [
      appointment,
    ])
  })

  test('a hand-over that left no trace is found', async () => {
    const holder = await product.createHolder()
    const appointment = await register(holder, (await product.clock.now()).add({ hours: 72 }))
    const set = (attempts: number) =>
      rowsOf(product.operator, `update reminder set attempts = $2 where appointment_id = $1 and offset_key = 'P1D'`, [
        appointment,
        attempts,
      ])
    await set(1)
    assert.deepEqual(await complaints(), { 'row states': 'fail' })
    await set(0)
  })

  test('an appointment ahead without any reminder is found', async () => {
    const holder = await product.createHolder()
    const appointment = await register(holder, (await product.clock.now()).add({ hours: 72 }))
    await rowsOf(product.operator, 'update appointment set schedule_revision = 2 where id = $1', [appointment])
    assert.deepEqual(await complaints(), { plans: 'fail' })
    await rowsOf(product.operator, 'update appointment set schedule_revision = 1 where id = $1', [appointment])
  })

  test('held rows and unknown outcomes are remarks', async () => {
    const holder = await product.createHolder()
    const appointment = await register(holder, (await product.clock.now()).add({ hours: 72 }))
    const set = (assignment: string) =>
      rowsOf(product.operator, `update reminder set ${assignment} where appointment_id = $1 and offset_key = 'P1D'`, [
        appointment,
      ])
    await set(`state = 'held', reason_code = 'volume_review', run_at = null`)
    assert.deepEqual(await complaints(), { 'held rows': 'warn' })
    await set(
      `state = 'unknown', reason_code = 'outcome_unknown', run_at = null, attempts = 1, handed_over_at = tijdig_now()`,
    )
    await rowsOf(
      product.operator,
      `insert into reminder_attempt (platform_holder_id, reminder_id, attempt_no, message_reference, channel, state, provider, destination_key, sender, body, handed_over_at, updated_at)
       select platform_holder_id, id, 1, id, 'sms', 'unknown', 'twilio', 'x', 'Praktijk', 'Herinnering', handed_over_at, handed_over_at
       from reminder where appointment_id = $1 and offset_key = 'P1D'`,
      [appointment],
    )
    assert.deepEqual(await complaints(), { 'unknown outcomes': 'warn' })
    await set(`state = 'delivered', reason_code = null`)
    await rowsOf(product.operator, `update reminder_attempt set state = 'delivered'`)
  })

  test('a work of maintenance that is not done with for hours is a remark that names it', async () => {
    const set = (ago: string) =>
      rowsOf(
        product.operator,
        `update maintenance_work set caught_up_at = now() - rest - $1::interval where name = 'outdated plans'`,
        [ago],
      )
    await eventually(async () => (await set('2 hours')).length === 0 && (await complaints())['maintenance'] === 'warn')
    const check = (await examine(() => product.settings)).find(({ name }) => name === 'maintenance')
    assert.match(check?.finding ?? '', /"outdated plans" for 12\d min/)
    await set('0 seconds')
    assert.deepEqual(await complaints(), {})
  })

  test('nobody at work is a remark, a failure in production and with reminders kept waiting', async () => {
    const idle = await startTestProduct({ roles: ['api'] })
    try {
      const seen = async (change: Partial<TestProduct['settings']> = {}) => {
        const checks = await examined(() => ({ ...idle.settings, ...change }))
        return checks.filter((check) => check.status !== 'ok').map((check) => `${check.name}: ${check.status}`)
      }
      assert.deepEqual(await seen(), ['worker: warn'])
      const inProduction = ['standby: warn', 'archive: warn', 'base backup: warn', 'worker: fail']
      assert.deepEqual(
        await asEnvironment(idle.databaseUrl, 'production', () => seen({ environment: 'production' })),
        inProduction,
      )
      const holder = await idle.createHolder()
      const appointment = await register(holder, (await idle.clock.now()).add({ hours: 72 }))
      const due = (minutes: number) =>
        rowsOf(
          idle.operator,
          `update reminder set due_at = now() - $2 * interval '1 minute', run_at = now() - $2 * interval '1 minute'
           where appointment_id = $1 and offset_key = 'P1D'`,
          [appointment, minutes],
        )
      await due(3)
      assert.deepEqual(await seen(), ['worker: warn', 'due rows: warn'])
      await due(6)
      assert.deepEqual(await seen(), ['worker: warn', 'due rows: fail'])
    } finally {
      await idle.stop()
    }
  })

  test('workers with other time-zone data fail', async () => {
    await rowsOf(
      product.operator,
      `insert into worker_heartbeat (worker_id, tzdb_version) values (gen_random_uuid(), '1999a')`,
    )
    assert.deepEqual(await complaints(), { 'time zones': 'fail' })
    await rowsOf(product.operator, `delete from worker_heartbeat where tzdb_version = '1999a'`)
  })
})
