import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Search } from 'lucide-react'
import { staffSession } from '#web/api/staff-sign-in.ts'
import { IconButton } from '#web/ui/button/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useProfile } from '../holder.ts'
import { mayOpen, useRights } from '../may.tsx'
import { AccountMenu } from './account-menu.tsx'
import { openPalette } from '#web/portal/shell/palette/palette-state.ts'
import { barPlaces, morePlaces, places, type Place } from './places.ts'
import { RequestCount } from './request-count.tsx'

/** At the start side, from 640 px on. */
export function Sidebar() {
  const { t } = useLingui()
  const isOpen = useIsOpen()
  return (
    <header className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-e border-line bg-surface px-3 py-4 sm:flex print:hidden">
      <Organization />
      <button
        type="button"
        onClick={openPalette}
        className="flex min-h-9 items-center gap-2 rounded-md border border-line bg-canvas px-2.5 text-sm text-muted hover:border-line-strong"
      >
        <Search aria-hidden size={15} />
        <span className="flex-1 text-start">
          <Trans>Go to…</Trans>
        </span>
        <kbd className="font-sans text-xs">{shortcut}</kbd>
      </button>
      <nav aria-label={t`Main menu`} className="flex-1">
        <ul className="flex flex-col gap-0.5">
          {places.filter(isOpen).map((place) => (
            <li key={place.to}>
              <SidebarLink place={place} />
            </li>
          ))}
        </ul>
      </nav>
      <AccountMenu />
    </header>
  )
}

function SidebarLink({ place: { to, name, icon: Icon } }: { readonly place: Place }) {
  const { i18n } = useLingui()
  return (
    <Link
      to={to}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm"
      activeProps={{ className: 'bg-sunken font-medium text-ink' }}
      inactiveProps={{ className: 'text-muted hover:bg-sunken hover:text-ink' }}
    >
      <Icon aria-hidden size={16} />
      <span className="flex-1">{i18n._(name)}</span>
      {to === '/requests' && <RequestCount />}
    </Link>
  )
}

/** Above the page on a telephone. */
export function TopBar() {
  const { t } = useLingui()
  return (
    <header className="flex items-center gap-1 border-b border-line bg-surface py-2 ps-4 pe-2 sm:hidden print:hidden">
      <div className="min-w-0 flex-1">
        <Organization />
      </div>
      <IconButton label={t`Go to…`} onPress={openPalette}>
        <Search aria-hidden size={18} />
      </IconButton>
      <AccountMenu isCompact />
    </header>
  )
}

/** Below the page on a telephone. */
export function BottomBar() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const isOpen = useIsOpen()
  const itemClass = 'relative flex min-h-14 min-w-12 flex-auto flex-col items-center justify-center gap-0.5 text-xs'
  return (
    <nav
      aria-label={t`Main menu`}
      data-bar="menu"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {barPlaces.filter(isOpen).map(({ to, name, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={itemClass}
          activeProps={{ className: 'font-medium text-accent' }}
          inactiveProps={{ className: 'text-muted' }}
        >
          <Icon aria-hidden size={20} />
          <span className="max-w-full truncate px-0.5">{i18n._(name)}</span>
          {to === '/requests' && (
            <span className="absolute start-1/2 top-1 ms-2">
              <RequestCount />
            </span>
          )}
        </Link>
      ))}
      <Menu
        label={t`More`}
        className={`${itemClass} text-muted`}
        choices={morePlaces.filter(isOpen).map(({ to, name, icon: Icon }) => ({
          id: to,
          name: i18n._(name),
          icon: <Icon aria-hidden size={16} />,
          onAction: () => void navigate({ to }),
        }))}
      >
        <Ellipsis aria-hidden size={20} />
        <span className="max-w-full truncate px-0.5">
          <Trans>More</Trans>
        </span>
      </Menu>
    </nav>
  )
}

/** Whether a place is one of those that whoever is signed in may open. */
function useIsOpen(): (place: Place) => boolean {
  const rights = useRights()
  return ({ to }) => mayOpen(rights, to)
}

/** Whose data this is, and whether it is real. */
function Organization() {
  const { displayName } = useProfile()
  const { data: session } = useQuery({ ...staffSession, enabled: false })
  const isSandbox = session !== undefined && session.environment !== 'production'
  return (
    <div className="flex items-center gap-2.5 px-1">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-md bg-accent text-sm font-semibold text-on-accent"
      >
        {displayName.slice(0, 1)}
      </span>
      <div className="min-w-0">
        <p className="line-clamp-2 text-sm leading-tight font-semibold">
          <bdi>{displayName}</bdi>
        </p>
        {isSandbox && (
          <p className="text-xs text-warn">
            <Trans>Test environment</Trans>
          </p>
        )}
      </div>
    </div>
  )
}

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
