import { statement, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'

export type NetworksRow = {
  readonly sessionNetworks: string[]
  readonly keyNetworks: string[]
  readonly version: number
}

const networksShown = 'session_networks::text[] as session_networks, key_networks::text[] as key_networks, version'

/** From where a holder lets its staff and keys in; without a row, and so from everywhere, it is version 1. */
export async function findNetworks(tx: HolderTx): Promise<NetworksRow> {
  const [row] = await tx.rows(selectNetworks, [tx.platformHolderId])
  return row ?? { sessionNetworks: [], keyNetworks: [], version: 1 }
}

const selectNetworks = statement<NetworksRow>(
  'select_holder_networks',
  `select ${networksShown} from holder_networks where platform_holder_id = $1`,
)

/** Whether an address lies in one of some networks. @param address null: in none */
export async function isWithin(tx: Tx, address: string | null, networks: readonly string[]): Promise<boolean> {
  const [row] = await tx.rows(selectIsWithin, [address, networks])
  return row?.isWithin ?? false
}

const selectIsWithin = statement<{ isWithin: boolean }>(
  'is_within_networks',
  'select exists (select from unnest($2::text[]) network where $1::inet <<= network(network::inet)) as is_within',
)

/**
 * Replaces both lists, each network once and without bits beyond its prefix. The same lists again are no new version.
 *
 * @returns undefined when the version is another
 */
export async function storeNetworks(
  tx: HolderTx,
  { sessionNetworks, keyNetworks, version }: NetworksRow,
): Promise<NetworksRow | undefined> {
  const [row] = await tx.rows(upsertNetworks, [tx.platformHolderId, sessionNetworks, keyNetworks, version])
  return row
}

const canonical = (parameter: string) =>
  `array(select distinct network(network::inet)::cidr from unnest(${parameter}::text[]) network order by 1)`

const upsertNetworks = statement<NetworksRow>(
  'upsert_holder_networks',
  `insert into holder_networks (platform_holder_id, session_networks, key_networks, version)
   select $1, ${canonical('$2')}, ${canonical('$3')}, case when cardinality($2::text[] || $3::text[]) > 0 then 2 else 1 end
   where $4::integer = 1 or exists (select from holder_networks where platform_holder_id = $1)
   on conflict (platform_holder_id) do update set session_networks = excluded.session_networks, key_networks = excluded.key_networks,
     version = holder_networks.version + case
       when (holder_networks.session_networks, holder_networks.key_networks) = (excluded.session_networks, excluded.key_networks) then 0
       else 1
     end, updated_at = tijdig_now()
   where holder_networks.version = $4::integer
   returning ${networksShown}`,
)

/** Lets everybody in from everywhere. Operator work. @returns the lists of before, and now; undefined when both were empty */
export async function emptyNetworks(tx: HolderTx): Promise<ClearedNetworks | undefined> {
  const [row] = await tx.rows(clearHolderNetworks, [tx.platformHolderId])
  return row
}

type ClearedNetworks = Pick<NetworksRow, 'sessionNetworks' | 'keyNetworks'> & { readonly updatedAt: Temporal.Instant }

const clearHolderNetworks = statement<ClearedNetworks>(
  'clear_holder_networks',
  `with before as (select ${networksShown} from holder_networks where platform_holder_id = $1 for update)
   update holder_networks n set session_networks = '{}', key_networks = '{}', version = n.version + 1, updated_at = tijdig_now()
   from before
   where n.platform_holder_id = $1 and (n.session_networks <> '{}' or n.key_networks <> '{}')
   returning before.session_networks, before.key_networks, n.updated_at`,
)

/** Everybody who may sign in as an owner. */
export function listOwners(tx: HolderTx): Promise<{ id: string }[]> {
  return tx.rows(selectOwners, [tx.platformHolderId])
}

const selectOwners = statement<{ id: string }>(
  'list_owners',
  `select id from staff_member
   where platform_holder_id = $1 and kind = 'person' and status = 'active' and role = 'owner' order by id limit 1000`,
)

/** Whom to tell of a change, and by whom it is; nobody where the assignment has ended. */
export const selectOwnerToTell = statement<{
  readonly email: string
  readonly locale: string
  readonly holderName: string
  readonly timezone: string
  readonly changedBy: string | null
}>(
  'select_owner_to_tell',
  `select o.email, coalesce(o.interface_locale, h.default_locale) as locale, h.display_name as holder_name,
     h.default_timezone as timezone, coalesce(s.name, s.email) as changed_by
   from staff_member o
   join platform_holder h on h.platform_holder_id = o.platform_holder_id
   left join staff_member s on s.platform_holder_id = o.platform_holder_id and s.id = $3
   where o.platform_holder_id = $1 and o.id = $2 and o.kind = 'person' and o.status = 'active'`,
)

export type CallingKeyRow = {
  readonly keyId: string
  readonly keyName: string
  readonly network: string
  readonly lastCallAt: Temporal.Instant
}

/** Networks that keys which still work called from, in the last two weeks. @see recentCalls */
export function listCallingKeys(tx: HolderTx): Promise<CallingKeyRow[]> {
  return tx.rows(selectCallingKeys, [tx.platformHolderId])
}

/** Of each key so many calls are looked at, the latest: a system that calls every second does so from one place. */
export const recentCalls = 1_000

const selectCallingKeys = statement<CallingKeyRow>(
  'select_calling_keys',
  `select k.id as key_id, k.name as key_name, c.network, max(c.answered_at) as last_call_at
   from api_key k
   cross join lateral (
     select l.network, l.answered_at
     from request_log l
     where l.platform_holder_id = $1 and l.key_id = k.id and l.answered_at > tijdig_now() - interval '14 days'
     order by l.answered_at desc, l.id desc
     limit ${recentCalls}) c
   where k.platform_holder_id = $1 and k.revoked_at is null and k.expires_at > tijdig_now() and c.network is not null
   group by k.id, k.name, c.network
   order by last_call_at desc, k.id, c.network
   limit 100`,
)
