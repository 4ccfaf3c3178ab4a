import type { Client } from 'pg'

// Queries of PostgreSQL's catalogue, on a plain connection of the owner.

/** The environment that a datastore of the sign-in belongs to; undefined when it belongs to none yet. */
export async function findBoundEnvironment(login: Client): Promise<string | undefined> {
  const { rows } = await login.query<{ environment: string }>('select environment from login.binding')
  return rows[0]?.environment
}

/** Which of the roles exist, and the role of the connection. */
export async function listRoles(client: Client, names: readonly string[]) {
  const { rows } = await client.query<{ name: string; isBypassing: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls as is_bypassing from pg_roles
     where rolname = any($1) or rolname = session_user order by 1`,
    [names],
  )
  return rows
}

/** The role of the connection, quoted where it needs it. */
export async function readOwnRole(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(session_user) as name')
  return rows[0]?.name
}

export type TenantTable = { readonly name: string; readonly isForced: boolean; readonly isReadable: boolean }

/** Tables with a tenant's rows, which are those with a platform_holder_id. Names come quoted where they need it. */
export async function listTenantTables(client: Client): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable>(
    `select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as is_forced,
       has_table_privilege('tijdig_api', c.oid, 'select') as is_readable
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'platform_holder_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return rows
}

/** Which of the tables show the API a row without a tenant. */
export async function listSeenWithoutTenant(client: Client, tables: readonly TenantTable[]): Promise<string[]> {
  const probes = tables.map(
    ({ name }) => `select '${name}' as name where exists (select 1 from ${name} where platform_holder_id is not null)`,
  )
  await client.query('begin read only; set local role tijdig_api')
  try {
    const { rows } = await client.query<{ name: string }>(probes.join(' union all '))
    return rows.map(({ name }) => name)
  } finally {
    await client.query('rollback')
  }
}

/** How many standbys follow, and whether commits wait for one. */
export async function readReplication(client: Client): Promise<{ standbys: number; isSynchronous: boolean }> {
  const { rows } = await client.query<{ standbys: number; isSynchronous: boolean }>(
    `select (select count(*) from pg_stat_replication)::int as standbys,
       current_setting('synchronous_standby_names') <> ''
         and current_setting('synchronous_commit') <> 'local' as is_synchronous`,
  )
  return rows[0] ?? { standbys: 0, isSynchronous: false }
}

/** How the WAL is archived; ages in seconds, null where there was none. */
export type Archiving = {
  readonly isOn: boolean
  readonly archivedSeconds: number | null
  readonly failedSeconds: number | null
  readonly failures: number
}

export async function readArchiving(client: Client): Promise<Archiving> {
  const { rows } = await client.query<Archiving>(
    `select current_setting('archive_mode') <> 'off' as is_on,
       extract(epoch from now() - last_archived_time)::int as archived_seconds,
       extract(epoch from now() - last_failed_time)::int as failed_seconds, failed_count::int as failures
     from pg_stat_archiver`,
  )
  return rows[0] ?? { isOn: false, archivedSeconds: null, failedSeconds: null, failures: 0 }
}

/** Whether this connection leaves the machine, and is encrypted. */
export async function readEncryption(client: Client): Promise<{ isLocal: boolean; isEncrypted: boolean }> {
  const { rows } = await client.query<{ isLocal: boolean; isEncrypted: boolean }>(
    `select inet_client_addr() is null
       or inet_client_addr() <<= '127.0.0.0/8'
       or inet_client_addr() = '::1' as is_local,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted`,
  )
  return rows[0] ?? { isLocal: false, isEncrypted: false }
}
