import type { Client, Statement } from '#/kernel/postgres/db.ts'
import type { PersonalTable, TablePrivacy } from '#/kernel/privacy.ts'
import { copyParts } from '#/slices/recipients/copy/data-export.ts'

/** A table as the database has it. */
export type StoredTable = {
  readonly tableName: string
  /** Columns that can hold words, JSON or bytes, except those that a check restricts to a list of words. */
  readonly fields: readonly string[]
  /** Columns with the id of a person, or of something of theirs. */
  readonly people: readonly string[]
}

/** Every table of the product, those of the sign-in with their schema. */
export async function readTables(client: Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || t.relname as table_name,
      coalesce(array_agg(a.attname::text order by a.attname::text) filter (where
        a.atttypid = any('{text, text[], varchar, json, jsonb, bytea, inet, uuid[]}'::regtype[])
        and not exists (
          select 1 from pg_constraint c where c.conrelid = t.oid and c.contype = 'c' and c.conkey = array[a.attnum]
            and pg_get_constraintdef(c.oid) ~ '= ANY')), '{}') as fields,
      coalesce(array_agg(a.attname::text order by a.attname::text) filter (where
        a.attname ~ '^(recipient|holder_recipient|appointment|reminder|request|profile|actor|staff_member)_id$'), '{}') as people
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relkind in ('r', 'p') and n.nspname in ('public', 'login')
    group by 1 order by 1`)
  return rows
}

/**
 * What the declarations of the tables lack, one sentence each. A table either has data of people, and then statements
 * that end its rows, erase each personal column and copy it, or reasons why not; or it has none.
 */
export function privacyFaults(declared: readonly TablePrivacy[], stored: readonly StoredTable[]): string[] {
  const byName = Map.groupBy(declared, ({ table }) => table)
  const known = new Set(stored.map(({ tableName }) => tableName))
  return [
    ...stored.flatMap((table) => {
      const [one, ...others] = byName.get(table.tableName) ?? []
      if (one === undefined) return [`${table.tableName} is declared nowhere`]
      if (others.length > 0) return [`${table.tableName} is declared twice`]
      return [...fieldFaults(one, table), ...('holds' in one ? impersonalFaults(one, table) : personalFaults(one))]
    }),
    ...declared.flatMap(({ table }) => (known.has(table) ? [] : [`${table} does not exist`])),
  ]
}

function fieldFaults({ table, fields }: { table: string; fields: TablePrivacy['fields'] }, stored: StoredTable) {
  const named = Object.values(fields).flat()
  return [
    ...stored.fields.flatMap((field) => {
      const count = named.filter((one) => one === field).length
      return count === 1 ? [] : [`${table}: ${field} is ${count === 0 ? 'not declared' : 'declared twice'}`]
    }),
    ...named.flatMap((field) => (stored.fields.includes(field) ? [] : [`${table}: no such column as ${field}`])),
  ]
}

function impersonalFaults({ table, fields, holds }: TablePrivacy & { readonly holds: string }, stored: StoredTable) {
  const { personal = [], pseudonyms = [] }: PersonalTable['fields'] = fields
  const people = [...personal, ...pseudonyms, ...stored.people]
  if (people.length > 0) return [`${table} is of people: ${people.join(', ')}`]
  return holds === '' ? [`${table}: it is not said what it holds`] : []
}

function personalFaults(declared: PersonalTable): string[] {
  const faults = [...retentionFaults(declared), ...erasureFaults(declared), ...copyFaults(declared)]
  return faults.map((fault) => `${declared.table}: ${fault}`)
}

function retentionFaults({ table, retention }: PersonalTable): string[] {
  if ('endedBy' in retention) return retention.endedBy === '' ? ['it is not said what ends its rows'] : []
  const { until, pages = [], pagesByClock = [], withAppointments = [] } = retention
  const statements = [...pages, ...pagesByClock, ...withAppointments].filter(writes(table))
  if (statements.length === 0) return ['no statement ends its rows']
  const terms = new Set(
    statements.flatMap(({ text }) => [...text.matchAll(/interval '([^']+)'/g)].map(([, term = '']) => term)),
  )
  terms.delete('0 seconds')
  return [...terms]
    .filter((term) => !until.includes(term))
    .map((term) => `kept "${until}", but a statement says ${term}`)
}

function erasureFaults({ table, fields, erasure }: PersonalTable): string[] {
  if ('none' in erasure) return erasure.none === '' ? ['no reason why nobody is erased from it'] : []
  const { ofEntries = [], ofRecipient = [], ofContacts = [], ofProfiles = [], leaves = {} } = erasure
  const statements = [...ofEntries, ...ofRecipient, ...ofContacts, ...ofProfiles].filter(writes(table))
  const isGone = statements.some(({ text }) => new RegExp(`delete from ${table}\\b`).test(text))
  const left = (fields.personal ?? []).filter(
    (field) =>
      !isGone && leaves[field] === undefined && !statements.some(({ text }) => new RegExp(`\\b${field} = `).test(text)),
  )
  return [
    ...left.map((field) => `an erasure leaves ${field}`),
    ...(statements.length === 0 ? ['no statement erases a person from it'] : []),
  ]
}

function copyFaults({ fields, copy }: PersonalTable): string[] {
  if ('none' in copy) return copy.none === '' ? ['no reason why it is in no copy'] : []
  const { part, leaves = {} } = copy
  if (!copyParts.some((one) => one === part)) return [`no part of the copy is ${part.name}`]
  const missing = (fields.personal ?? []).filter(
    (field) => leaves[field] === undefined && !part.reads.some(({ text }) => new RegExp(`\\b${field}\\b`).test(text)),
  )
  return missing.map((field) => `its ${field} is not in the copy`)
}

function writes(table: string) {
  const pattern = new RegExp(`(?:delete from|update|insert into) ${table}\\b`)
  return ({ text }: Statement<unknown>) => pattern.test(text)
}
