import type { TablePrivacy } from '#/kernel/privacy.ts'

export const typesPrivacy: readonly TablePrivacy[] = [
  {
    table: 'appointment_type',
    readers: ['reminders'],
    fields: { other: ['name', 'location_ids', 'reminder_plan', 'recipient_actions', 'instructions', 'color'] },
    holds: 'what a kind of appointment is',
  },
  {
    table: 'appointment_type_name',
    fields: { other: ['locale', 'folded_name'] },
    holds: 'what a kind of appointment is called',
  },
]
