/** Runs a statement, as a role that sees all tenants. */
type Ask = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * Gives every table that has no row of a holder one, with what the database demands of a row and nothing else: the first
 * of its words, the rows it refers to, and else any value. So a new table is filled without being named.
 *
 * @returns the tables for which that failed, each with why
 */
export async function fillTables(ask: Ask, tables: readonly string[], holderId: string): Promise<string[]> {
  let failed = tables.map((table) => ({ table, why: '' }))
  for (;;) {
    const again = []
    for (const { table } of failed) {
      const why = await fill(ask, table, holderId).then(
        () => null,
        (error: unknown) => String(error),
      )
      if (why !== null) again.push({ table, why })
    }
    // A table is filled after those it refers to.
    if (again.length === 0 || again.length === failed.length) return again.map(({ table, why }) => `${table}: ${why}`)
    failed = again
  }
}

async function fill(ask: Ask, table: string, holderId: string): Promise<void> {
  const [known] = await ask(`select 1 from ${table} where platform_holder_id = $1 limit 1`, [holderId])
  if (known) return
  const demanded = await ask(demandedColumns, [table])
  const names = ['platform_holder_id', ...demanded.map(({ name }) => `"${String(name)}"`)]
  const given = ['$1::uuid', ...demanded.map(valueOf)]
  await ask(`insert into ${table} (${names.join(', ')}) select ${given.join(', ')}`, [holderId])
}

function valueOf({ type, word, target }: Record<string, unknown>): string {
  if (typeof target === 'string') return target
  if (typeof word === 'string') return `'${word}'`
  return values[String(type)] ?? `'{}'::${String(type)}`
}

const values: Readonly<Record<string, string>> = {
  boolean: 'false',
  bytea: 'uuid_send(gen_random_uuid())',
  // A day of the report that is over is not counted again.
  date: "date '2026-01-01'",
  integer: '1',
  smallint: '1',
  text: 'gen_random_uuid()::text',
  'timestamp with time zone': 'now()',
  uuid: 'gen_random_uuid()',
}

/** Columns that must be given, beside that of the holder: their type, the first word allowed, and the column referred to. */
const demandedColumns = `
  select a.attname::text as name, format_type(a.atttypid, null) as type,
    (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''') from pg_constraint k
     where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= (ANY|'')'
     limit 1) as word,
    (select format('(select %I from %s %s limit 1)', target.attname, k.confrelid::regclass,
       case when 'platform_holder_id' in (select attname from pg_attribute where attrelid = k.confrelid)
         then 'where platform_holder_id = $1' else '' end)
     from pg_constraint k cross join unnest(k.conkey, k.confkey) as u(own, other)
     join pg_attribute target on target.attrelid = k.confrelid and target.attnum = u.other
     where k.conrelid = a.attrelid and k.contype = 'f' and u.own = a.attnum limit 1) as target
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
    and a.attidentity = '' and a.attname <> 'platform_holder_id'
  order by a.attnum`
