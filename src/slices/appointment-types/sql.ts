import { platformId } from '#/kernel/ids.ts'

/** Joins a type `t` of the holder of a row, or a global one; one look-up by key, and none where there is no type. */
export const joinType = (row: string, typeId: string) =>
  `left join appointment_type t on t.id = ${typeId}
     and t.platform_holder_id in (${row}.platform_holder_id, '${platformId}')`
