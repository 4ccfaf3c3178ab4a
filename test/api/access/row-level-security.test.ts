import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { privacy } from '#/app/privacy.ts'
import { inTransaction, openPool, type DatabaseRole } from '#/kernel/postgres/db.ts'
import { newId, noLocation, platformId } from '#/kernel/ids.ts'
import { untilNothingIsOnItsWay } from '../appointments/stored-state.ts'
import { signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment, storeLetter, storeProposal, storeSuggestion, storeType } from '../../operation-cases.ts'
import { fillTables } from './fill-tables.ts'

let product: TestProduct
let mine: TestHolder
let theirs: TestHolder
let api: pg.Pool
let worker: pg.Pool
/** Every table of the product that belongs to tenants. */
let tenantTables: string[]

before(async () => {
  product = await startTestProduct()
  mine = await product.createHolder()
  theirs = await product.createHolder()
  api = openAs('tijdig_api')
  worker = openAs('tijdig_worker')
  const tables = await ask(
    product.operator,
    `select table_name from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
     where table_schema = 'public' and column_name = 'platform_holder_id' order by 1`,
  )
  tenantTables = tables.map((row) => String(row.tableName))
  for (const holder of [mine, theirs]) await fillEveryTable(holder)
  await storeUnmatched()
})
after(async () => {
  await Promise.all([api?.end(), worker?.end()])
  await product?.stop()
})

function openAs(role: DatabaseRole): pg.Pool {
  return openPool({
    databaseUrl: product.databaseUrl,
    role,
    size: 2,
    onIdleError: (error) => assert.fail(error),
  })
}

type Row = Record<string, unknown>

async function ask(
  pool: pg.Pool,
  sql: string,
  values: unknown[] = [],
  holder: string | readonly string[] | null = null,
): Promise<Row[]> {
  return inTransaction(pool, { holder }, (tx) => tx.rows<Row>({ name: '', text: sql }, values))
}

/** The SQLSTATE a statement fails with. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  )
}

const denied = '42501'

/** By the API what must fit together, and a row of every other table. */
async function fillEveryTable(holder: TestHolder): Promise<void> {
  const cookie = await signIn(product, holder.staffEmail)
  await storeProposal({ product, holder, cookie })
  await storeLetter({ product, holder, cookie })
  await storeType(holder)
  const { id } = await storeAppointment(product, holder)
  const entries = await ask(product.operator, 'select holder_recipient_id as id from appointment where id = $1', [id])
  const links = entries.map((entry) => ({ platformHolderId: holder.id, holderRecipientId: String(entry.id) }))
  await storeSuggestion({ product, holder, recipient: await product.createRecipient({ links }) })
  await ask(
    product.operator,
    `insert into integration_connection (platform_holder_id, integration_id, provider, status)
     values ($1, gen_random_uuid(), 'caldav', 'disconnected')`,
    [holder.id],
  )
  await ask(
    product.operator,
    `with told as (
       insert into event (platform_holder_id, type, schema_version, subject_type, data)
       values ($1, 'ping', 1, 'holder', '{}') returning platform_holder_id, id
     ), endpoint as (
       insert into webhook_endpoint (platform_holder_id, id, url, secrets)
       values ($1, gen_random_uuid(), 'https://example.org', '[]') returning platform_holder_id, id
     ), delivery as (
       insert into webhook_delivery (platform_holder_id, endpoint_id, position, event_id)
       select platform_holder_id, endpoint.id, 1, told.id from told join endpoint using (platform_holder_id)
       returning platform_holder_id, endpoint_id, position
     )
     insert into webhook_attempt (platform_holder_id, endpoint_id, position, attempt_no, at, duration_ms)
     select platform_holder_id, endpoint_id, position, 1, now(), 1 from delivery`,
    [holder.id],
  )
  assert.deepEqual(await fillTables((sql, values) => ask(product.operator, sql, values), tenantTables, holder.id), [])
}

/** What fits no message of ours belongs to no tenant. */
async function storeUnmatched(): Promise<void> {
  for (const sql of [
    `insert into delivery_receipt (id, provider, state, provider_message_id) values (gen_random_uuid(), 'twilio', 'sent', 'of nobody')`,
    `insert into inbound_sms (id, provider, provider_message_id, sender_key, meaning, sender, body)
     values (gen_random_uuid(), 'twilio', 'of nobody', '', 'other', '+31612345678', 'Hello')`,
  ])
    await ask(product.operator, sql)
}

test('every tenant’s table has rows to be hidden, and says that rows are hidden, also from its owner', async () => {
  assert.ok(tenantTables.length >= 14, tenantTables.join())
  for (const table of tenantTables) {
    for (const holder of [mine, theirs]) {
      const rows = await ask(product.operator, `select 1 from ${table} where platform_holder_id = $1`, [holder.id])
      assert.ok(rows.length > 0, `${table} is empty: fill it in this test`)
    }
    const [flags] = await ask(
      product.operator,
      `select relrowsecurity, relforcerowsecurity from pg_class where oid = $1::regclass`,
      [table],
    )
    assert.deepEqual(flags, { relrowsecurity: true, relforcerowsecurity: true }, table)
  }
})

test('tables that belong to no tenant are those of which it is declared', async () => {
  const rows = await ask(product.operator, `select tablename from pg_tables where schemaname = 'public' order by 1`)
  const others = rows.map((row) => String(row.tablename)).filter((table) => !tenantTables.includes(table))
  const declared = privacy.main.filter(({ isOfNoHolder }) => isOfNoHolder).map(({ table }) => table)
  assert.deepEqual(others, declared.toSorted())
})

test('bound to locations, a request sees nothing that hangs under an appointment elsewhere, whatever it asks', async () => {
  const hanging = await ask(
    product.operator,
    `select distinct table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('appointment_id', 'reminder_id', 'location_id', 'holder_recipient_id')
       and has_table_privilege('tijdig_api', format('%I.%I', table_schema, table_name), 'select')
     order by 1`,
  )
  const tables = hanging
    .map((row) => String(row.tableName))
    .filter((table) => tenantTables.includes(table) && !(table in outsideTheWall))
  assert.ok(tables.length >= 12, tables.join())
  const count = (table: string, locations: readonly string[] | null) =>
    inTransaction(api, { holder: mine.id, locations }, (tx) =>
      tx.rows<Row>({ name: '', text: `select * from ${table} where platform_holder_id = $1` }, [mine.id]),
    ).then((rows) => rows.length)
  for (const table of tables) {
    const all = await count(table, null)
    assert.ok(all > 0, `${table} is empty: fill it in this test`)
    assert.equal(await count(table, ['nowhere']), 0, table)
  }
  for (const table of ['appointment', 'reminder'])
    assert.equal(await count(table, ['nowhere', noLocation]), await count(table, null), `${table} without a location`)
})

/** Tables that name an appointment or an entry and are read beyond the wall of locations, and why that tells nobody anything. */
const outsideTheWall: Readonly<Record<string, string>> = {
  deletion_request: 'only owners and admins have its scopes, and they have no locations',
  erased_entry: 'holds ids alone',
}

test('bound to no tenant, a request sees no row of any', async () => {
  for (const table of tenantTables) {
    const sql = `select count(*) as count from ${table} where true ${butGlobal(table)}`
    const seen = await ask(api, sql).catch((error: { code: string }) => error.code)
    if (seen !== denied) assert.deepEqual(seen, [{ count: 0 }], table)
  }
})

test('what fits no message of ours is stored by a request, told from what came before, and seen and changed by workers only', async () => {
  const store = {
    delivery_receipt: `insert into delivery_receipt (id, provider, state, provider_message_id)
      values (gen_random_uuid(), 'twilio', 'sent', 'unmatched') on conflict do nothing returning true as is_new`,
    inbound_sms: `insert into inbound_sms (id, provider, provider_message_id, sender_key, meaning)
      values (gen_random_uuid(), 'twilio', 'unmatched', '', 'other')
      on conflict (provider, provider_message_id) do nothing returning true as is_new`,
  }
  for (const [table, insert] of Object.entries(store)) {
    assert.deepEqual(await ask(api, insert), [{ isNew: true }], table)
    assert.deepEqual(await ask(api, insert), [], table)
    for (const holder of [null, mine.id, theirs.id]) {
      const unmatched = `${table} where platform_holder_id is null`
      assert.deepEqual(await ask(api, `select 1 from ${unmatched}`, [], holder), [])
      // Whichever of its columns a statement sets; one reads the row, the other does not.
      for (const changed of [
        `update ${table} set provider = 'x'`,
        `update ${unmatched.replace(' where', " set provider = 'x' where")}`,
      ])
        assert.deepEqual(
          await ask(
            api,
            `${changed} ${changed.includes('where') ? 'and' : 'where'} provider_message_id = 'unmatched' returning 1`,
            [],
            holder,
          ),
          [],
        )
      const seen = await ask(
        worker,
        `select provider from ${unmatched} and provider_message_id = 'unmatched'`,
        [],
        holder,
      )
      assert.deepEqual(seen, [{ provider: 'twilio' }])
    }
  }
})

test('each process signs in to the database as what it acts as: no statement makes it another role, or the owner', async () => {
  const acting = ['tijdig_api', 'tijdig_worker', 'tijdig_login', 'tijdig_operator'] as const
  for (const role of acting) {
    const pool = openAs(role)
    const client = await pool.connect()
    try {
      const memberships = `select rolname from pg_roles where pg_has_role(session_user, oid, 'member') and rolname <> session_user order by 1`
      assert.deepEqual((await client.query(memberships)).rows, [{ rolname: role }])
      for (const other of acting.filter((name) => name !== role))
        await assert.rejects(client.query(`set role ${other}`), { code: denied }, `${role} becomes ${other}`)
      for (const statement of ['reset role', 'set role none', 'reset session authorization']) {
        await client.query(statement)
        const { rows } = await client
          .query(
            `select has_table_privilege('holder_recipient', 'truncate') or has_database_privilege(current_database(), 'create') as is_more,
             (select count(*) from platform_holder where platform_holder_id in ($1, $2)) as holders`,
            role === 'tijdig_login' ? [null, null] : [mine.id, theirs.id],
          )
          .catch((error: { code: string }) => ({ rows: [error.code] }))
        if (role === 'tijdig_login') assert.deepEqual(rows, [denied], 'it may read no table of holders at all')
        else
          assert.deepEqual(
            rows,
            [{ isMore: false, holders: role === 'tijdig_operator' ? 2 : 0 }],
            `${role}: ${statement}`,
          )
      }
    } finally {
      client.release(true)
      await pool.end()
    }
  }
})

test('bound to one tenant, a request sees that one’s rows only', async () => {
  for (const table of tenantTables) {
    const sql = `select distinct platform_holder_id as id from ${table} where true ${butGlobal(table)}`
    const seen = await ask(api, sql, [], mine.id).catch((error: { code: string }) => error.code)
    if (seen !== denied) assert.deepEqual(seen, [{ id: mine.id }], table)
  }
})

/** Without what a worker looks for before it knows whose it is. */
function butWaiting(table: string): string {
  const waiting: Record<string, string> = {
    reminder: 'run_at is null',
    event: 'sequence is not null',
    webhook_endpoint: 'due_at is null',
    batch: `state not in ('holding', 'running')`,
  }
  return waiting[table] === undefined ? '' : `and ${waiting[table]}`
}

test('a worker bound to one tenant sees no other, but for what waits to be looked at', async () => {
  for (const table of tenantTables) {
    const sql = `select distinct platform_holder_id as id from ${table}
                 where platform_holder_id is not null ${butWaiting(table)} ${butGlobal(table)}`
    const seen = await ask(worker, sql, [], newId()).catch((error: { code: string }) => error.code)
    if (seen !== denied) assert.deepEqual(seen, [], table)
  }
})

test('a worker bound to some tenants for a share of reminders sees theirs and no other’s, and a request cannot be bound so', async () => {
  const third = await product.createHolder()
  await storeAppointment(product, third)
  const shared = new Set([
    'platform_holder',
    'reminder_policy',
    'appointment',
    'holder_recipient',
    'suppression',
    'erased_entry',
    'reminder_volume',
    'reminder_attempt',
    'event',
    'event_stream',
    'reply',
    'reply_answer',
    'webhook_endpoint',
    'batch',
    'batch_item',
    'reminder_allowance',
  ])
  for (const table of tenantTables) {
    const sql = `select distinct platform_holder_id as id from ${table}
                 where platform_holder_id is not null ${table === 'reminder' ? 'and run_at is null' : ''} ${butGlobal(table)} order by 1`
    const both = [mine.id, theirs.id].sort()
    const seen = await ask(worker, sql, [], both).catch((error: { code: string }) => error.code)
    const wanted = shared.has(table) ? both : []
    if (seen !== denied && !['reminder', 'appointment_type'].includes(table))
      assert.deepEqual(
        seen,
        wanted.map((id) => ({ id })),
        table,
      )
    const asked = await ask(api, sql, [], both).catch((error: { code: string }) => error.code)
    if (asked !== denied) assert.deepEqual(asked, [], table)
  }
  const take = `update reminder set platform_holder_id = platform_holder_id where run_at is null and platform_holder_id = $1 returning 1`
  assert.deepEqual(await ask(worker, take, [third.id], [mine.id, theirs.id]), [])
})

test('a transaction is never bound to the platform’s own id, under which stand global types and answers to recipients', async () => {
  for (const holder of [platformId, [mine.id, platformId], [`${mine.id}', '${theirs.id}`]])
    await assert.rejects(ask(worker, 'select 1', [], holder), /can only be bound to the id of a holder/)
})

test('a recipient, bound to no tenant, sees and writes nothing but their own in every table', async () => {
  const [own, other] = [await product.createRecipient(), await product.createRecipient()]
  for (const recipient of [own, other]) {
    const asked = await recipient.call('POST', '/deletion-requests', {
      clientRequestId: randomUUID(),
      confirmDeletion: true,
    })
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
  }
  // The column that says whose a row is, in tenant tables in which recipients have rows.
  const owners: Record<string, string> = {
    api_key: 'actor_id',
    client_request: 'actor_id',
    deletion_request: 'recipient_id',
    recipient_link: 'recipient_id',
    recipient_request: 'recipient_id',
    suggestion: 'recipient_id',
  }
  const as = (sql: string, values: unknown[] = []) =>
    inTransaction(api, { holder: null, recipient: own.id }, (tx) => tx.rows<Row>({ name: '', text: sql }, values))
  for (const table of tenantTables) {
    const owner = owners[table]
    const sql = `select count(*)${owner ? ` filter (where ${owner} is distinct from '${own.id}')` : ''} as foreign_rows from ${table}`
    const seen = await as(sql).catch((error: { code: string }) => error.code)
    if (seen !== denied) assert.deepEqual(seen, [{ foreignRows: 0 }], table)
    const touch = `update ${table} set platform_holder_id = platform_holder_id ${owner ? `where ${owner} is distinct from '${own.id}'` : ''} returning 1`
    const touched = await as(touch).catch((error: { code: string }) => error.code)
    if (touched !== denied) assert.deepEqual(touched, [], table)
  }
  const [answers] = await as('select count(*) as count from client_request')
  assert.deepEqual(answers, { count: 1 }, 'their own answers are theirs')
  const forge = (actor: string) =>
    as(`insert into client_request (platform_holder_id, actor_id, operation_id, client_request_id, body_sha256)
        values ('${platformId}', '${actor}', 'x', gen_random_uuid(), '')`)
  assert.equal(await failureOf(forge(other.id)), denied)
  const note = (actor: string, kind: string, holder = platformId) =>
    as(`insert into audit_event (platform_holder_id, actor_kind, actor_id, action) values ($1, $2, $3, 'x')`, [
      holder,
      kind,
      actor,
    ])
  assert.equal(await failureOf(note(own.id, 'recipient')), 'none')
  assert.equal(await failureOf(note(other.id, 'recipient')), denied)
  assert.equal(await failureOf(note(own.id, 'staff')), denied)
  assert.equal(await failureOf(note(own.id, 'recipient', mine.id)), denied)
})

/** Global appointment types have the platform's own id and are read by every tenant. */
function butGlobal(table: string): string {
  return table === 'appointment_type' ? `and platform_holder_id <> '${platformId}'` : ''
}

test('no row is written for another tenant', async () => {
  for (const table of tenantTables) {
    const [row] = await ask(
      product.operator,
      `select to_jsonb(t) as row from ${table} t where platform_holder_id = $1 limit 1`,
      [theirs.id],
    )
    const written = await ask(
      product.operator,
      `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const columns = String(written[0]?.columns)
    const insert = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`
    for (const holder of [mine.id, null])
      assert.equal(await failureOf(ask(api, insert, [JSON.stringify(row?.row)], holder)), denied, table)
  }
})

test('a global appointment type is changed by no tenant', async () => {
  const touch = `update appointment_type set duration_minutes = 7 where platform_holder_id = $1 returning 1`
  assert.deepEqual(await ask(api, touch, [platformId], mine.id), [])
  const add = `insert into appointment_type select (jsonb_populate_record(t, '{"id": "00000000-0000-7000-8000-0000000000ff"}')).* from appointment_type t where platform_holder_id = $1 limit 1`
  assert.equal(await failureOf(ask(api, add, [platformId], mine.id)), denied)
})

/** What members of staff delete themselves. */
const deletedByMembers = new Set(['saved_view', 'staff_member'])

test('no row is moved to another tenant, changed or deleted there', async () => {
  await untilNothingIsOnItsWay(product.operator)
  for (const table of tenantTables) {
    const state = `select md5(string_agg(t::text, ',' order by t::text)) as state from ${table} t`
    const before = await ask(product.operator, state)
    const give = ask(api, `update ${table} set platform_holder_id = $1`, [theirs.id], mine.id)
    assert.ok(['42501', '23503'].includes(await failureOf(give)), table)
    const touch = `update ${table} set platform_holder_id = platform_holder_id where platform_holder_id = $1 returning 1`
    const touched = await ask(api, touch, [theirs.id], mine.id).catch((error: { code: string }) => error.code)
    if (touched !== denied) assert.deepEqual(touched, [], table)
    if (deletedByMembers.has(table)) {
      const other = `delete from ${table} where platform_holder_id = $1 returning 1`
      assert.deepEqual(await ask(api, other, [theirs.id], mine.id), [], table)
    } else assert.equal(await failureOf(ask(api, `delete from ${table}`, [], mine.id)), denied, table)
    assert.deepEqual(await ask(product.operator, state), before, table)
  }
})

test('who did what cannot be rewritten, not even by the operator', async () => {
  for (const pool of [api, worker, product.operator])
    assert.equal(await failureOf(ask(pool, `update audit_event set action = 'nothing'`, [], mine.id)), denied)
  for (const pool of [api, worker])
    assert.equal(await failureOf(ask(pool, 'delete from audit_event', [], mine.id)), denied)
  for (const pool of [api, worker, product.operator])
    assert.equal(await failureOf(ask(pool, 'truncate audit_event', [], mine.id)), denied)
})

test('the roles of requests and workers are no superusers, skip no policy, own nothing and make nothing', async () => {
  for (const role of ['tijdig_api', 'tijdig_worker']) {
    const [row] = await ask(
      product.operator,
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
              (select count(*) from pg_class where relowner = r.oid) as relations,
              (select count(*) from pg_proc where proowner = r.oid) as functions,
              has_schema_privilege(r.oid, 'public', 'create') as creates,
              (select count(*) from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = $1`,
      [role],
    )
    assert.deepEqual(
      row,
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: false,
        rolreplication: false,
        relations: 0,
        functions: 0,
        creates: false,
        memberships: 0,
      },
      role,
    )
    const make = role === 'tijdig_api' ? api : worker
    assert.equal(await failureOf(ask(make, 'create table mark (id int)')), denied)
    assert.equal(await failureOf(ask(make, 'alter table appointment disable row level security')), denied)
    assert.equal(await failureOf(ask(make, 'drop policy bound on appointment')), denied)
    assert.equal(await failureOf(ask(make, `update test_clock set offset_ms = 1`)), denied)
  }
})

test('functions that look across tenants are for the roles that need them, on a path of their own', async () => {
  const rows = await ask(
    product.operator,
    `select proname, proconfig::text as config, has_function_privilege('public', oid, 'execute') as is_public
     from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'login'::regnamespace) order by 1`,
  )
  assert.ok(rows.length >= 5)
  for (const { proname, config, isPublic } of rows) {
    assert.equal(config, '{"search_path=public, pg_temp"}', String(proname))
    assert.equal(isPublic, false, String(proname))
  }
})
