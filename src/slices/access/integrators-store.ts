import { statement, type HolderTx } from '#/kernel/postgres/db.ts'

/** Those of staff who look after what other systems are told: owners and integrators. */
export function listIntegrators(tx: HolderTx): Promise<{ id: string }[]> {
  return tx.rows(selectIntegrators, [tx.platformHolderId])
}

/** Where and in which language one of them reads mail; null when they left, or do something else by now. */
export async function findIntegrator(tx: HolderTx, id: string): Promise<{ email: string; locale: string } | null> {
  const [row] = await tx.rows(selectIntegrator, [tx.platformHolderId, id])
  return row ?? null
}

const areIntegrators = `s.platform_holder_id = $1 and s.status = 'active' and s.role in ('owner', 'integrator')`

const selectIntegrators = statement<{ id: string }>(
  'list_integrators',
  `select s.id from staff_member s where ${areIntegrators} order by s.id limit 1000`,
)

const selectIntegrator = statement<{ email: string; locale: string }>(
  'select_integrator',
  `select s.email, coalesce(s.interface_locale, h.default_locale) as locale
   from staff_member s join platform_holder h using (platform_holder_id)
   where ${areIntegrators} and s.id = $2`,
)
