import { idOrNil } from '#/kernel/ids.ts'
import { statement, violatedConstraint, type HolderTx, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import type { Position } from '#/kernel/page.ts'
import { defaultComponents } from './default-layouts.ts'
import { surfaces, type Component, type Surface } from './layout.ts'

export type LayoutRow = RowOf<typeof layoutColumns> & { readonly components: readonly Component[] }

const layoutColumns = columns(
  'appointment_layout',
  'id, surface, schema_version, version, appointment_type_id, components, updated_at',
)

/** Gives a new holder both surfaces, with the commit. */
export function createDefaultLayouts(tx: Tx, platformHolderId: string): void {
  for (const surface of surfaces)
    tx.send(insertLayout, [platformHolderId, newId(), surface, JSON.stringify(defaultComponents(surface))])
}

const insertLayout = statement(
  'insert_layout',
  'insert into appointment_layout (platform_holder_id, id, surface, components) values ($1, $2, $3, $4)',
)

export type LayoutFilter = {
  readonly surface?: Surface
  readonly appointmentTypeId?: string
  /** The highest schema version the caller knows: of each layout the highest up to it. */
  readonly schemaVersion?: number
}

/** In order of id, one row more than the page. */
export function listLayouts(
  tx: HolderTx,
  { surface, appointmentTypeId, schemaVersion }: LayoutFilter,
  after: Position | null,
  size: number,
): Promise<LayoutRow[]> {
  return tx.rows(selectLayouts, [
    tx.platformHolderId,
    surface ?? null,
    idOrNil(appointmentTypeId) ?? null,
    schemaVersion ?? null,
    after?.[0] ?? null,
    size + 1,
  ])
}

const selectLayouts = statement<LayoutRow>(
  'select_layouts',
  `select ${layoutColumns} from appointment_layout l
   where platform_holder_id = $1
     and ($2::text is null or surface = $2)
     and ($3::uuid is null or appointment_type_id = $3)
     and ($4::int is null or schema_version <= $4 and not exists (
       select 1 from appointment_layout higher
       where higher.platform_holder_id = l.platform_holder_id and higher.surface = l.surface
         and higher.appointment_type_id is not distinct from l.appointment_type_id
         and higher.schema_version > l.schema_version and higher.schema_version <= $4))
     and ($5::uuid is null or id > $5)
   order by id limit $6`,
)

/** The layout, locked until the transaction ends. @throws AppError NOT_FOUND */
export async function getLayoutForUpdate(tx: HolderTx, id: string): Promise<LayoutRow> {
  const [row] = await tx.rows(selectLayoutForUpdate, [tx.platformHolderId, id])
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const selectLayoutForUpdate = statement<LayoutRow>(
  'select_layout_for_update',
  `select ${layoutColumns} from appointment_layout where platform_holder_id = $1 and id = $2 for no key update`,
)

export type LayoutChange = { readonly schemaVersion: number; readonly components: readonly Component[] }

/** Replaces the components. Null when the layout no longer has the version given. @throws AppError STATE_CONFLICT */
export async function replaceComponents(
  tx: HolderTx,
  layout: { readonly id: string; readonly version: number },
  { schemaVersion, components }: LayoutChange,
): Promise<LayoutRow | null> {
  const values = [tx.platformHolderId, layout.id, layout.version, schemaVersion, JSON.stringify(components)]
  try {
    const [row] = await tx.rows(updateLayout, values)
    return row ?? null
  } catch (error) {
    if (violatedConstraint(error) !== 'appointment_layout_once') throw error
    const message = `There is a layout of this surface with schemaVersion ${schemaVersion} already.`
    throw new AppError('STATE_CONFLICT', { message, cause: error })
  }
}

const updateLayout = statement<LayoutRow>(
  'update_layout',
  `update appointment_layout set version = version + 1, schema_version = $4, components = $5, updated_at = tijdig_now()
   where platform_holder_id = $1 and id = $2 and version = $3 returning ${layoutColumns}`,
)

export async function hasLayout(tx: HolderTx, id: string): Promise<boolean> {
  return (await tx.rows(selectHasLayout, [tx.platformHolderId, idOrNil(id)])).length > 0
}

const selectHasLayout = statement(
  'select_has_layout',
  'select 1 as found from appointment_layout where platform_holder_id = $1 and id = $2',
)
