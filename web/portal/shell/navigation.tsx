import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarDays, Inbox, Mic, Send, Settings2, Sun, UserRound, type LucideIcon } from 'lucide-react'

/** Where one can go, in order; the first five stand in the bar of a telephone. */
const places = [
  { to: '/today', name: msg`Today`, icon: Sun },
  { to: '/appointments', name: msg`Appointments`, icon: CalendarDays },
  { to: '/requests', name: msg`Requests`, icon: Inbox },
  { to: '/delivery', name: msg`Delivery`, icon: Send },
  { to: '/setup', name: msg`Set-up`, icon: Settings2 },
  { to: '/account', name: msg`Account`, icon: UserRound },
  { to: '/voice', name: msg`Voice`, icon: Mic },
] as const satisfies readonly { to: string; name: MessageDescriptor; icon: LucideIcon }[]

export function Navigation() {
  const { t, i18n } = useLingui()
  return (
    <nav aria-label={t`Main`}>
      <ul>
        {places.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon aria-hidden size={16} /> {i18n._(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
