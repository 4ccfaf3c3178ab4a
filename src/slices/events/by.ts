import type { Identity } from '#/kernel/context.ts'
import { oneOf } from '#/kernel/schema.ts'

const makers = ['staff', 'api', 'calendar', 'recipient', 'system'] as const

/** Who made a change that is told. */
export type ChangedBy = (typeof makers)[number]
export const ChangedBy = oneOf(makers, {
  title: 'ChangedBy',
  description:
    'Who made the change: `staff` in the portal, a system with an API key (`api`), a `calendar` that is read, the `recipient`, or nobody but the `system`.',
})

/** @param identity who calls; null where a calendar is read */
export function changedBy(identity: Pick<Identity, 'role' | 'authentication'> | null): ChangedBy {
  if (identity === null) return 'calendar'
  if (identity.role === 'recipient') return 'recipient'
  return identity.authentication === 'session' ? 'staff' : 'api'
}
