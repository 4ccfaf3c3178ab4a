import type { TablePrivacy } from '#/kernel/privacy.ts'

/** Tables of the product as a whole. */
export const appPrivacy: readonly TablePrivacy[] = [
  {
    table: 'installation',
    isOfNoHolder: true,
    fields: { other: ['secret_fingerprint'] },
    holds: 'which environment and secret this database is of',
  },
  {
    table: 'maintenance_work',
    readers: ['reminders'],
    isOfNoHolder: true,
    fields: { other: ['name', 'reached'] },
    holds: 'when each work of maintenance was last done, and how far it came in a table',
  },
]
