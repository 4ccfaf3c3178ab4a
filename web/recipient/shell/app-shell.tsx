import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, type LinkProps } from '@tanstack/react-router'
import { CalendarCheck, CalendarDays, CircleUserRound, Lightbulb, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { proposals } from '../appointments/appointment-queries.ts'
import { Brand } from './column.tsx'
import { NewVersion } from './new-version.tsx'

/** The app around its pages, with the navigation within reach of a thumb, or beside them where there is room. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  // The page that they stand on says what went wrong.
  const hasProposals = (useQuery(proposals()).data?.items.length ?? 0) > 0
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col lg:grid lg:max-w-5xl lg:grid-cols-[16rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:content-start lg:gap-x-8">
      <a href="#content" className="sr-only focus:not-sr-only focus:p-4 lg:focus:col-span-2">
        <Trans>Skip to content</Trans>
      </a>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-5 pt-3 lg:col-span-2 lg:pt-6">
        <Brand />
        <NewVersion />
      </header>
      <nav
        aria-label={t`Main menu`}
        data-bar="menu"
        className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:static lg:border-0 lg:bg-transparent lg:px-2 lg:pt-3"
      >
        <ul className="mx-auto flex max-w-lg lg:flex-col lg:gap-1">
          <Tab to="/my" icon={CalendarCheck}>
            <Trans>My appointment</Trans>
          </Tab>
          <Tab to="/my/all" icon={CalendarDays} isOf={/^\/a\//}>
            <Trans>All appointments</Trans>
          </Tab>
          {hasProposals && (
            <Tab to="/my/suggestions" icon={Lightbulb}>
              <Trans>Proposed times</Trans>
            </Tab>
          )}
          <Tab to="/my/me" icon={CircleUserRound}>
            <Trans>Settings</Trans>
          </Tab>
        </ul>
      </nav>
      <main id="content" className="flex-1 px-5 pt-4 pb-28 wrap-break-word lg:max-w-2xl lg:pb-12">
        {children}
      </main>
    </div>
  )
}

function Tab({
  to,
  icon: Icon,
  isOf,
  children,
}: {
  readonly to: LinkProps['to']
  /** Addresses of pages below it. */
  readonly isOf?: RegExp
  readonly icon: LucideIcon
  readonly children: ReactNode
}) {
  const isBelow = useLocation({ select: ({ pathname }) => isOf?.test(pathname) ?? false })
  return (
    <li className="min-w-11 flex-auto">
      <Link
        aria-current={isBelow || undefined}
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        className="flex min-h-14 flex-col items-center justify-center gap-1 px-1 text-center text-xs text-muted hover:text-ink aria-[current]:font-medium aria-[current]:text-accent lg:flex-row lg:justify-start lg:gap-3 lg:rounded-md lg:px-3 lg:text-start lg:text-sm lg:hover:bg-sunken lg:aria-[current]:bg-accent-soft"
      >
        <Icon aria-hidden size={20} strokeWidth={1.75} />
        {children}
      </Link>
    </li>
  )
}
