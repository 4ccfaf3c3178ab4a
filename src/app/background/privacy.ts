import type { TablePrivacy } from '#/kernel/privacy.ts'

export const maintenancePrivacy: readonly TablePrivacy[] = [
  { table: 'maintenance_work', fields: { other: ['name'] }, holds: 'when each work of maintenance was last done' },
]
