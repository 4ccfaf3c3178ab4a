import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, inTransaction, openPool, runOnce, type DatabaseRole } from '#/kernel/postgres/db.ts'
import { platformId } from '#/kernel/ids.ts'
import { keepAuditMonths } from '#/kernel/postgres/privacy-store.ts'
import { indexTrail } from '#/kernel/postgres/trail-indexes.ts'
import { testDatabase, type TestDatabase } from '../../postgres.ts'

describe('the trail by month', () => {
  let database: TestDatabase
  let owner: Client
  before(async () => {
    database = await testDatabase()
    owner = new Client({ connectionString: database.url, options: '-c timezone=UTC' })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await database.drop()
  })

  const openAs = (role: DatabaseRole) =>
    openPool({ databaseUrl: database.url, role, size: 1, onIdleError: (error) => assert.fail(error) })

  async function asOperator(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const pool = openAs('tijdig_operator')
    try {
      return await inTransaction(pool, { holder: null }, (tx) =>
        tx.rows<Record<string, unknown>>({ name: '', text }, values),
      )
    } finally {
      await pool.end()
    }
  }

  async function months(): Promise<string[]> {
    const { rows } = await owner.query<{ name: string }>('select name from by_month.audit_month order by begins, ends')
    return rows.map(({ name }) => name.replace('by_month.audit_event_', ''))
  }

  async function keepMonthsAt(instant: string): Promise<string[]> {
    await owner.query('update test_clock set offset_ms = extract(epoch from $1::timestamptz - now()) * 1000', [instant])
    const pool = openAs('tijdig_operator')
    try {
      await runOnce(pool, keepAuditMonths)
    } finally {
      await pool.end()
    }
    return months()
  }

  test('rows of now lie in the part of their month, and no role but the owner can use a part by itself', async () => {
    const { rows } = await owner.query<{ name: string; isForced: boolean }>(
      `select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as is_forced
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_event'::regclass order by 1`,
    )
    assert.ok(rows.length >= 2)
    await asOperator(`insert into audit_event (actor_kind, action) values ('system', 'ofNow')`)
    const [row] = await asOperator(`select tableoid::regclass::text as part from audit_event where action = 'ofNow'`)
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    assert.equal(row?.['part'], `by_month.audit_event_${month}`)
    for (const { name, isForced } of rows) {
      assert.ok(isForced, name)
      for (const role of ['tijdig_api', 'tijdig_worker', 'tijdig_login', 'tijdig_operator'] as const) {
        const pool = openAs(role)
        const refused = runOnce(pool, { name: '', text: `select 1 from ${name}` })
        await assert.rejects(refused, { code: '42501' }, `${role} reads ${name}`).finally(() => pool.end())
      }
    }
  })

  test('the next months are there before they begin, rows lie in theirs, and a month goes when its five years are over', async () => {
    const next = await keepMonthsAt('2031-03-15T12:00:00Z')
    assert.deepEqual(next.slice(-3), ['2031_03', '2031_04', '2031_05'])
    await asOperator(`insert into audit_event (actor_kind, action) values ('system', 'ofMarch')`)
    const [row] = await asOperator(`select tableoid::regclass::text as part from audit_event where action = 'ofMarch'`)
    assert.equal(row?.['part'], 'by_month.audit_event_2031_03')
    assert.ok((await keepMonthsAt('2036-03-31T12:00:00Z')).includes('2031_03'))
    const later = await keepMonthsAt('2036-04-01T12:00:00Z')
    assert.ok(!later.includes('2031_03') && later.includes('2031_04'))
    assert.deepEqual(await asOperator(`select 1 from audit_event where action = 'ofMarch'`), [])
  })

  test('a row of a month that has no table is kept, and so are its month and the trail', async () => {
    await owner.query(`update test_clock set offset_ms = extract(epoch from timestamptz '2040-01-10' - now()) * 1000`)
    await asOperator(
      `insert into audit_event (platform_holder_id, actor_kind, action) values ($1, 'system', 'jumped')`,
      [platformId],
    )
    const found = await keepMonthsAt('2040-01-10T12:00:00Z')
    assert.deepEqual(found.slice(-2), ['2040_02', '2040_03'])
    assert.equal((await asOperator(`select 1 from audit_event where action = 'jumped'`)).length, 1)
  })

  test('a holder sees no row of another, whichever month it lies in', async () => {
    const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
    const pool = openAs('tijdig_api')
    const insert = (holder: string, bound: string) =>
      inTransaction(pool, { holder: bound }, (tx) =>
        tx.rows(
          {
            name: '',
            text: `insert into audit_event (platform_holder_id, actor_kind, action) values ($1, 'staff', 'x')`,
          },
          [holder],
        ),
      )
    try {
      await keepMonthsAt('2041-06-10T12:00:00Z')
      await insert(mine, mine)
      await assert.rejects(insert(theirs, mine), { code: '42501' })
      await insert(theirs, theirs)
      const text = 'select platform_holder_id as holder from audit_event'
      const seen = (holder: string | null, recipient: string | null = null) =>
        inTransaction(pool, { holder, recipient }, (tx) => tx.rows<{ holder: string }>({ name: '', text }))
      assert.deepEqual(await seen(mine), [{ holder: mine }])
      assert.deepEqual(await seen(null), [])
      assert.deepEqual(await seen(mine, crypto.randomUUID()), [])
    } finally {
      await pool.end()
    }
  })

  test('each month has the indexes of the trail: one made later at once, one with rows by maintenance', async () => {
    const unindexed = async () => {
      const { rows } = await owner.query<{ name: string }>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'audit_event'::regclass
           and (select count(*) from pg_index x join pg_inherits p on p.inhrelid = x.indexrelid where x.indrelid = c.oid and x.indisvalid) < 4`,
      )
      return rows.map(({ name }) => name)
    }
    assert.ok((await keepMonthsAt('2042-06-10T12:00:00Z')).includes('2042_08'))
    assert.deepEqual(await unindexed(), [])
    // As a month is that had rows before these indexes were thought of, with one that was cut off.
    await owner.query(
      `create table by_month.audit_event_2019_01 (like audit_event including defaults including constraints)`,
    )
    await owner.query(
      `insert into by_month.audit_event_2019_01 (at, actor_kind, action) values ('2019-01-10', 'system', 'old')`,
    )
    await owner.query('begin')
    await owner.query('drop index audit_event_by_subject')
    await owner.query('create index audit_event_by_subject on only audit_event using gin (subjects)')
    await owner.query('commit')
    assert.ok((await unindexed()).length > 3)
    await owner.query(
      `alter table audit_event attach partition by_month.audit_event_2019_01 for values from ('2019-01-01') to ('2019-02-01')`,
    )
    const month = '2042_06'
    await owner.query(`create index audit_event_${month}_by_subject on by_month.audit_event_${month} (action)`)
    const made = await indexTrail(database.url, new AbortController().signal)
    assert.ok(made.includes(`by_month.audit_event_${month}_by_subject`), made.join())
    assert.deepEqual(await unindexed(), [])
    assert.deepEqual(await indexTrail(database.url, new AbortController().signal), [])
  })
})
