import { asOwner } from './statistics.ts'

/** Indexes of every month of the trail, without those that a month has. */
const missing = `
  select format('by_month.%I', c.relname || of_trail.ending) as name, format('by_month.%I', c.relname) as month, of_trail.parent, of_trail.form
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  cross join (values
    ('audit_event_by_actor', '_by_actor', '(platform_holder_id, actor_id, at)'),
    ('audit_event_by_subject', '_by_subject', 'using gin (subjects)')) as of_trail (parent, ending, form)
  where i.inhparent = 'audit_event'::regclass and not exists (
    select from pg_index x join pg_inherits part on part.inhrelid = x.indexrelid
    where x.indrelid = c.oid and part.inhparent = of_trail.parent::regclass)
  order by 1`

const longestMs = 15 * 60_000

/**
 * Gives months of the trail that had rows when these indexes came theirs, without keeping writers waiting. No migration can: it
 * does not know the months, and a table in parts takes no index concurrently. What was cut off is begun anew.
 *
 * @param databaseUrl of the owner of the tables
 * @param stopping aborts it
 * @returns the names of the indexes made
 */
export async function indexTrail(databaseUrl: string, stopping: AbortSignal): Promise<string[]> {
  return asOwner(
    databaseUrl,
    stopping,
    async (client) => {
      const { rows } = await client.query<{ name: string; month: string; parent: string; form: string }>(missing)
      // The names come quoted from the catalogue.
      for (const { name, month, parent, form } of rows) {
        await client.query(`drop index concurrently if exists ${name}`)
        await client.query(`create index concurrently ${name.replace('by_month.', '')} on ${month} ${form}`)
        await client.query(`alter index ${parent} attach partition ${name}`)
      }
      return rows.map(({ name }) => name)
    },
    longestMs,
  )
}
