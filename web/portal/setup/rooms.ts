import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  BellRing,
  CalendarClock,
  Calendars,
  Eye,
  LayoutList,
  Link2,
  MapPin,
  Network,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react'

/** The pages of the set-up in groups, each with what it is for. */
export const setupGroups = [
  {
    id: 'appointments',
    name: msg`Appointments`,
    rooms: [
      {
        to: '/setup/locations',
        name: msg`Locations`,
        about: msg`Messages say where an appointment is by the name of its location.`,
        icon: MapPin,
      },
      {
        to: '/setup/types',
        name: msg`Appointment types`,
        about: msg`With types, each kind of appointment has its own length, texts and reminders.`,
        icon: CalendarClock,
      },
    ],
  },
  {
    id: 'messages',
    name: msg`Messages`,
    rooms: [
      {
        to: '/setup/reminders',
        name: msg`Reminders`,
        about: msg`They are sent automatically, for every appointment.`,
        icon: BellRing,
      },
      {
        to: '/setup/layouts',
        name: msg`Layouts`,
        about: msg`What people see of an appointment in their app, from top to bottom.`,
        icon: LayoutList,
      },
    ],
  },
  {
    id: 'access',
    name: msg`People and access`,
    rooms: [
      {
        to: '/setup/staff',
        name: msg`Staff`,
        about: msg`Who works here with Tijdig, and what each of them may do.`,
        icon: Users,
      },
      {
        to: '/setup/linking',
        name: msg`Linking people`,
        about: msg`Whoever signs in sees their appointments only after your staff linked them.`,
        icon: Link2,
      },
      {
        to: '/setup/networks',
        name: msg`Networks`,
        about: msg`Staff and API keys are let in from these networks alone; where a list is empty, from everywhere.`,
        icon: Network,
      },
      {
        to: '/setup/audit',
        name: msg`Audit`,
        about: msg`Who looked at what and who changed what. It is kept for five years, and looking here is noted as well.`,
        icon: Eye,
      },
    ],
  },
  {
    id: 'systems',
    name: msg`Other systems`,
    rooms: [
      {
        to: '/setup/integrations',
        name: msg`Calendars`,
        about: msg`Appointments in your own calendar are read from it, and people are reminded of them. Nothing is ever written to it.`,
        icon: Calendars,
      },
      {
        to: '/setup/webhooks',
        name: msg`Webhooks`,
        about: msg`Your own systems hear at once what becomes of appointments, reminders and requests.`,
        icon: Webhook,
      },
    ],
  },
] as const satisfies readonly {
  id: string
  name: MessageDescriptor
  rooms: readonly { to: string; name: MessageDescriptor; about: MessageDescriptor; icon: LucideIcon }[]
}[]

export type Room = (typeof setupGroups)[number]['rooms'][number]
