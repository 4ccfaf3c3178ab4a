import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation, type LinkProps } from '@tanstack/react-router'
import { CalendarCheck, CalendarDays, CircleUserRound, Lightbulb, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brand } from './column.tsx'
import { NewVersion } from './new-version.tsx'

/** The app around its pages, with the navigation within reach of a thumb. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <a href="#content" className="sr-only focus:not-sr-only focus:p-4">
        <Trans>Skip to content</Trans>
      </a>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-5 pt-3">
        <Brand />
        <NewVersion />
      </header>
      <main id="content" className="flex-1 px-5 pt-4 pb-28 wrap-break-word">
        {children}
      </main>
      <nav
        aria-label={t`Main menu`}
        data-bar="menu"
        className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        <ul className="mx-auto flex max-w-lg">
          <Tab to="/my" icon={CalendarCheck}>
            <Trans>Next</Trans>
          </Tab>
          <Tab to="/my/all" icon={CalendarDays} isOf={/^\/a\//}>
            <Trans>All</Trans>
          </Tab>
          <Tab to="/my/suggestions" icon={Lightbulb}>
            <Trans>Proposed times</Trans>
          </Tab>
          <Tab to="/my/me" icon={CircleUserRound}>
            <Trans>Settings</Trans>
          </Tab>
        </ul>
      </nav>
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
        className="flex min-h-14 flex-col items-center justify-center gap-1 px-1 text-center text-xs text-muted hover:text-ink aria-[current]:font-medium aria-[current]:text-accent"
      >
        <Icon aria-hidden size={20} strokeWidth={1.75} />
        {children}
      </Link>
    </li>
  )
}
