import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  ArrowLeftRight,
  Braces,
  Building2,
  CalendarPlus,
  CircleAlert,
  CreditCard,
  FileUp,
  KeyRound,
  Languages,
  LogIn,
  PhoneCall,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react'
import { setupGroups, type Room } from '#web/portal/setup/rooms.ts'

/** Pages below those of the navigation, which the palette finds too. */
export const parts = [
  { to: '/appointments/new', name: msg`New appointment`, icon: CalendarPlus },
  { to: '/appointments/import', name: msg`Import appointments`, icon: FileUp },
  { to: '/call-list', name: msg`Call list`, icon: PhoneCall },
  { to: '/batches', name: msg`Closed, ill or late`, icon: CircleAlert },
  { to: '/people', name: msg`People who wait`, icon: UserRoundCheck },
  ...setupGroups.flatMap<Room>(({ rooms }) => rooms),
  { to: '/account/profile', name: msg`Profile`, icon: Building2 },
  { to: '/account/billing', name: msg`Billing`, icon: CreditCard },
  { to: '/account/keys', name: msg`API keys`, icon: Braces },
  { to: '/account/calls', name: msg`API calls`, icon: ArrowLeftRight },
  { to: '/account/language', name: msg`Language`, icon: Languages },
  { to: '/account/passkeys', name: msg`Passkeys`, icon: KeyRound },
  { to: '/account/sign-in', name: msg`Sign-in`, icon: LogIn },
] as const satisfies readonly { to: string; name: MessageDescriptor; icon: LucideIcon }[]
