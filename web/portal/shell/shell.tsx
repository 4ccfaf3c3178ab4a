import { Trans } from '@lingui/react/macro'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Toasts } from '#web/ui/overlay/toast.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { WaitingInTitle } from '#web/ui/page.tsx'
import { useProfile } from '../holder.ts'
import { later } from '#web/ui/later.tsx'
import { useLiveChanges } from '../live/use-live-changes.ts'
import { mayOpen, useRights } from '../may.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { useFocusKept } from './focus-kept.ts'
import { NewVersion } from './new-version.tsx'
import { BottomBar, Sidebar, TopBar } from './navigation.tsx'
import { CommandPalette } from '#web/portal/shell/palette/command-palette.tsx'
import { SessionGuard } from '#web/portal/shell/session/session-guard.tsx'
import { useAccountLocale } from './use-account-locale.ts'

const RefusedPage = later(async () => (await import('./refused-page.tsx')).RefusedPage)
const TestBar = later(async () => (await import('./test-bar.tsx')).TestBar)

/** The frame of every page that needs a sign-in. */
export function Shell() {
  useAccountLocale()
  useFocusKept()
  const openRequests = useLiveChanges()
  const isOpen = mayOpen(useRights(), useLocation({ select: ({ pathname }) => pathname }))
  return (
    <div className="sm:grid sm:min-h-dvh sm:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="fixed start-4 top-4 z-50 -translate-y-24 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0 print:hidden"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Sidebar />
      <TopBar />
      <div className="min-w-0">
        {useProfile().isTest && <TestBar />}
        <ConnectionNote />
        <NewVersion />
        <SessionGuard />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-5xl has-data-beside:max-w-[88rem] px-4 pt-6 pb-28 outline-none sm:px-8 sm:pt-9 sm:pb-16 print:p-0"
        >
          <WaitingInTitle value={openRequests ? `(${formatCount(openRequests, currentLocale())})` : ''}>
            {isOpen ? <Outlet /> : <RefusedPage />}
          </WaitingInTitle>
        </main>
      </div>
      <BottomBar />
      <CommandPalette />
      <Toasts />
    </div>
  )
}
