/** What runs a statement, connected as the owner of the tables. */
type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>

/**
 * The schema of a database as somebody reads it: each table with its columns, constraints, indexes, triggers, policies and
 * grants, then views and functions. Read from the catalogues of PostgreSQL, in the order of names, so that it differs only
 * where the schema does. The tables of the job queue are its own, and those of single months follow from the day.
 */
export async function schemaText(query: Query): Promise<string> {
  const parts = await read(query)
  const relations = parts.relation.map(({ of, text }) => {
    const within = (kind: 'column' | 'constraint') => (parts[kind].get(of) ?? []).map((line) => `  ${line}`)
    const body = [...within('column'), ...within('constraint')].join(',\n')
    const after = afterwards.flatMap((kind) => parts[kind].get(of) ?? [])
    return [text.replace('<body>', () => `(\n${body}\n)`), ...after].join('\n')
  })
  return [...parts.other, ...relations, ...parts.function].map((part) => `${part}\n`).join('\n')
}

const afterwards = ['detail', 'index', 'trigger', 'policy', 'grant'] as const

type Line = { readonly of: string; readonly text: string }

async function read(query: Query) {
  const lines = async (sql: string): Promise<Line[]> =>
    (await query(sql)).map((row) => ({ of: String(row['of']), text: String(row['text']) }))
  const plain = async (sql: string) => (await lines(sql)).map(({ of, text }) => ({ of, text: plainly(text) }))
  const grouped = async (sql: string) =>
    new Map(
      [...Map.groupBy(await plain(sql), ({ of }) => of)].map(([of, group]) => [of, group.map(({ text }) => text)]),
    )
  return {
    relation: await plain(relations),
    column: await grouped(columns),
    constraint: await grouped(constraints),
    detail: await grouped(details),
    index: await grouped(indexes),
    trigger: await grouped(triggers),
    policy: await grouped(policies),
    grant: await grouped(grants),
    function: (await lines(functions)).map(({ text }) => {
      // The body as it was written.
      const [head = '', ...rest] = text.split(/(?=\nAS \$)/)
      return plainly(head).replace('create or replace function public.', 'create function ') + rest.join('')
    }),
    other: (await lines(others)).map(({ text }) => text),
  }
}

/** As we write SQL: key words in lower case, and none of the words that PostgreSQL adds and a reader does without. */
function plainly(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'|"[^"]*"|\b[A-Z]+\b/g, (word) => (/^['"]/.test(word) ? word : word.toLowerCase()))
    .replaceAll(/(?<=')::text\b/g, '')
    .replaceAll(/ = any \(array\[([^[\]]*)\]\)/g, ' in ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' using btree', '')
    .replaceAll(' on public.', ' on ')
}

const isOurs = `n.nspname in ('public', 'login', 'by_month')`
/** Tables, views and sequences of ours; a month's table has the month in its name. */
const ours = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${isOurs} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relname !~ '^audit_event_[0-9]{4}_[0-9]{2}$'`
/** `grant select, insert on x to y`, one line for each role. @param acl whose owner is at `owner` */
const grantsIn = (acl: string, owner: string, target: string) => `
  select format('grant %s on %s to %s;', string_agg(lower(e.privilege_type) || case when e.is_grantable then ' with grant option' else '' end, ', ' order by e.privilege_type),
    ${target}, case e.grantee when 0 then 'public' else e.grantee::regrole::text end) as text
  from aclexplode(${acl}) e where e.grantee <> ${owner} group by e.grantee order by e.grantee::regrole::text`

const relations = `
  select c.oid::regclass::text as of, case c.relkind
    when 'S' then format('create sequence %s;', c.oid::regclass)
    when 'v' then format(E'create view %s%s as\\n%s', c.oid::regclass, ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid, true))
    when 'm' then format(E'create materialized view %s as\\n%s', c.oid::regclass, pg_get_viewdef(c.oid, true))
    else format('create %s%s %s %s%s%s;', case c.relpersistence when 'u' then 'unlogged ' end,
      case c.relkind when 'f' then 'foreign table' else 'table' end, c.oid::regclass,
      case when c.relispartition then (select format('partition of %s %s', i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) from pg_inherits i where i.inhrelid = c.oid) else '<body>' end,
      ' partition by ' || pg_get_partkeydef(c.oid), ' with (' || array_to_string(c.reloptions, ', ') || ')')
    end as text
  from ${ours} order by c.relkind = 'v', n.nspname <> 'public', n.nspname, c.relname`

const columns = `
  select c.oid::regclass::text as of, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attcollation not in (0, t.typcollation) then 'collate ' || a.attcollation::regcollation end,
    case when a.attnotnull then 'not null' end,
    case a.attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
    case when d.oid is not null then case a.attgenerated
      when 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
      when 'v' then format('generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
      else 'default ' || pg_get_expr(d.adbin, d.adrelid) end end) as text
  from (select c.* from ${ours} and c.relkind in ('r', 'p', 'f')) c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  order by c.oid, a.attnum`

const constraints = `
  select c.oid::regclass::text as of, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true)) as text
  from (select c.* from ${ours}) c join pg_constraint k on k.conrelid = c.oid and k.contype <> 'n'
  order by c.oid, position(k.contype::text in 'pufxct'), k.conname`

/** What belongs to a table and stands in none of the others: owner, row-level security, statistics, comments. */
const details = `
  with c as (select c.* from ${ours})
  select of::regclass::text as of, text from (
    select c.oid as of, 1 as place, format('alter table %s owner to %s;', c.oid::regclass, c.relowner::regrole) as text
    from c where c.relowner::regrole::text like 'tijdig\\_%'
    union all select c.oid, 2, format('alter table %s %s;', c.oid::regclass,
      concat_ws(', ', case when c.relrowsecurity then 'enable row level security' end, case when c.relforcerowsecurity then 'force row level security' end))
    from c where c.relrowsecurity or c.relforcerowsecurity
    union all select c.oid, 3, format('alter table %s alter column %I set statistics %s;', c.oid::regclass, a.attname, a.attstattarget)
    from c join pg_attribute a on a.attrelid = c.oid and a.attstattarget >= 0
    union all select c.oid, 4, format('comment on %s is %L;', concat_ws(' ', c.oid::regclass::text, a.attname), d.description)
    from c join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
  ) x order by of, place, text`

const indexes = `
  select c.oid::regclass::text as of, pg_get_indexdef(i.indexrelid) || ';' || case when i.indisvalid then '' else ' -- invalid' end as text
  from (select c.* from ${ours}) c join pg_index i on i.indrelid = c.oid
  where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
    and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
  order by c.oid, i.indexrelid::regclass::text`

const triggers = `
  select c.oid::regclass::text as of, pg_get_triggerdef(t.oid) || ';' || case t.tgenabled when 'O' then '' else ' -- ' || t.tgenabled::text end as text
  from (select c.* from ${ours}) c join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
  order by c.oid, t.tgname`

const policies = `
  select format('%I.%I', p.schemaname, p.tablename)::regclass::text as of,
    format('create policy %I on %s%s for %s to %s%s%s;', p.policyname, format('%I.%I', p.schemaname, p.tablename)::regclass,
      case p.permissive when 'RESTRICTIVE' then ' as restrictive' end, lower(p.cmd), array_to_string(p.roles, ', '), ' using ' || case when p.qual like '(%' then p.qual else '(' || p.qual || ')' end,
      ' with check ' || case when p.with_check like '(%' then p.with_check else '(' || p.with_check || ')' end) as text
  from pg_policies p order by 1, p.policyname`

const grants = `
  with c as (select c.* from ${ours})
  select c.oid::regclass::text as of, g.text from c cross join lateral (${grantsIn('c.relacl', 'c.relowner', 'c.oid::regclass')}) g
  union all
  select c.oid::regclass::text, g.text from c cross join lateral (
    select format('grant %s (%s) on %s to %s;', lower(e.privilege_type), string_agg(a.attname, ', ' order by a.attnum), c.oid::regclass, e.grantee::regrole) as text
    from pg_attribute a cross join lateral aclexplode(a.attacl) e where a.attrelid = c.oid group by e.privilege_type, e.grantee) g
  order by 1, 2`

const functions = `
  select p.oid::regprocedure::text as of, concat_ws(E'\\n', rtrim(pg_get_functiondef(p.oid), E'\\n') || ';',
    case when p.proowner::regrole::text like 'tijdig\\_%' then format('alter function %s owner to %s;', p.oid::regprocedure, p.proowner::regrole) end,
    (select string_agg(text, E'\\n' order by text) from (${grantsIn(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'p.proowner', `'function ' || p.oid::regprocedure`)}) g)) as text
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${isOurs} order by n.nspname <> 'public', p.proname, 1`

/** Schemas, types, extensions and default privileges. */
const others = `
  select text as of, text from (
    select 1 as place, format('create schema %I;', n.nspname) as text from pg_namespace n where ${isOurs} and n.nspname <> 'public'
    union all select 2, g.text from pg_namespace n cross join lateral (${grantsIn('n.nspacl', 'n.nspowner', `'schema ' || n.nspname`)}) g where ${isOurs}
    union all select 3, format('create extension %I;', extname) from pg_extension where extname <> 'plpgsql'
    union all select 4, format('create type %s -- %s', t.oid::regtype, t.typtype) from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where ${isOurs} and (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    union all select 5, format('default privileges of %s for %s: %s', defaclrole::regrole, defaclobjtype, defaclacl) from pg_default_acl
  ) x order by place, text`
