import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  CalendarDays,
  CircleQuestionMark,
  Inbox,
  Mic,
  Send,
  Settings2,
  Sun,
  UserRound,
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

/** In the bar of a telephone; the others are behind «More». */
export const barPlaces = places.slice(0, 4)
export const morePlaces = places.slice(4)
