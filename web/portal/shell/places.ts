import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  BellRing,
  Braces,
  Building2,
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  Calendars,
  CircleQuestionMark,
  CreditCard,
  FileUp,
  Inbox,
  KeyRound,
  Languages,
  LayoutList,
  Link2,
  LogIn,
  MapPin,
  Mic,
  PhoneCall,
  Send,
  Settings2,
  Sun,
  UserRound,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react'

/** The pages of the navigation. */
export const places = [
  { to: '/today', name: msg`Today`, icon: Sun },
  { to: '/appointments', name: msg`Appointments`, icon: CalendarDays },
  { to: '/requests', name: msg`Requests`, icon: Inbox },
  { to: '/delivery', name: msg`Delivery`, icon: Send },
  { to: '/setup', name: msg`Set-up`, icon: Settings2 },
  { to: '/account', name: msg`Account`, icon: UserRound },
  { to: '/voice', name: msg`Voice`, icon: Mic },
  { to: '/help', name: msg`Help`, icon: CircleQuestionMark },
] as const satisfies readonly { to: string; name: MessageDescriptor; icon: LucideIcon }[]

export type Place = (typeof places)[number]

/** Pages below these, which the palette finds too. */
export const parts = [
  { to: '/appointments/new', name: msg`New appointment`, icon: CalendarPlus },
  { to: '/appointments/import', name: msg`Import appointments`, icon: FileUp },
  { to: '/call-list', name: msg`Call list`, icon: PhoneCall },
  { to: '/people', name: msg`People who wait`, icon: UserRoundCheck },
  { to: '/setup/locations', name: msg`Locations`, icon: MapPin },
  { to: '/setup/types', name: msg`Appointment types`, icon: CalendarClock },
  { to: '/setup/reminders', name: msg`Reminders`, icon: BellRing },
  { to: '/setup/layouts', name: msg`Layouts`, icon: LayoutList },
  { to: '/setup/integrations', name: msg`Calendars`, icon: Calendars },
  { to: '/setup/linking', name: msg`Linking people`, icon: Link2 },
  { to: '/account/profile', name: msg`Profile`, icon: Building2 },
  { to: '/account/billing', name: msg`Billing`, icon: CreditCard },
  { to: '/account/keys', name: msg`API keys`, icon: Braces },
  { to: '/account/calls', name: msg`API calls`, icon: Braces },
  { to: '/account/language', name: msg`Language`, icon: Languages },
  { to: '/account/passkeys', name: msg`Passkeys`, icon: KeyRound },
  { to: '/account/sign-in', name: msg`Sign-in`, icon: LogIn },
] as const satisfies readonly { to: string; name: MessageDescriptor; icon: LucideIcon }[]

/** In the bar of a telephone; the others are behind «More». */
export const barPlaces = places.slice(0, 4)
export const morePlaces = places.slice(4)
