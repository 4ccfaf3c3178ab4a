import { Trans } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { Navigation } from './navigation.tsx'

/** What stands around every page of whoever is signed in. */
export function Shell() {
  return (
    <div className="sm:grid sm:min-h-dvh sm:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-4 top-4 z-30 -translate-y-24 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        <Trans>Skip to the content</Trans>
      </a>
      <Navigation />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 pt-6 pb-24 outline-none sm:px-8 sm:pt-8">
        <Outlet />
      </main>
    </div>
  )
}
