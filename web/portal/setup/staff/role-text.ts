import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StaffRole } from './staff-queries.ts'

/** What a role is called, and what somebody who has it may do. */
export const roleTexts: Readonly<
  Record<StaffRole, { readonly name: MessageDescriptor; readonly may: MessageDescriptor }>
> = {
  owner: {
    name: msg({ message: 'Owner', context: 'role' }),
    may: msg`May do everything, and says who else is an owner.`,
  },
  admin: {
    name: msg({ message: 'Administrator', context: 'role' }),
    may: msg`May do everything, but does not change the payment or the owners.`,
  },
  scheduler: {
    name: msg({ message: 'Scheduler', context: 'role' }),
    may: msg`Plans appointments and answers people. Sees the set-up, but does not change it.`,
  },
  viewer: {
    name: msg({ message: 'Viewer', context: 'role' }),
    may: msg`Sees appointments, requests and replies, but changes nothing.`,
  },
  integrator: {
    name: msg({ message: 'Integrator', context: 'role' }),
    may: msg`Connects other systems, by API keys, webhooks and calendars. Sees appointments, but does not change them.`,
  },
}

export const roles = Object.keys(roleTexts) as StaffRole[]

/** Whether somebody with this role can work at some locations only. */
export function hasLocations(role: StaffRole): boolean {
  return role === 'scheduler' || role === 'viewer'
}
