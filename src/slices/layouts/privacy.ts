import type { TablePrivacy } from '#/kernel/privacy.ts'

export const layoutsPrivacy: readonly TablePrivacy[] = [
  { table: 'appointment_layout', fields: { other: ['components'] }, holds: 'what a holder’s appointments look like' },
]
