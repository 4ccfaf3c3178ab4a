import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isSessionEnded } from '#web/api/api-error.ts'
import { staffSession, type StaffSession } from '#web/api/staff-sign-in.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from './holder-queries.ts'
import { changes } from './live/changes.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PageError } from './shell/page-error.tsx'

export type RouterContext = { readonly queryClient: QueryClient }

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: () => (
    <Alone>
      <NotFoundPage />
    </Alone>
  ),
})

/**
 * Parent of the pages that need a sign-in. Loaders find the organization as `context.holder`, components by
 * `useHolder()` and `useProfile()`.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await signedIn(queryClient)
    if (session?.role !== 'platform_holder_user')
      throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
    return { holder: session.platformHolderId, rights: session }
  },
  loader: async ({ context: { queryClient, holder } }) => {
    // Before the page reads what it shows, so that a change in between is noticed.
    void queryClient.prefetchQuery(changes(holder))
    await queryClient.ensureQueryData(profile(holder))
  },
  pendingComponent: WithoutShell,
  errorComponent: (props) => (
    <Alone>
      <PageError {...props} />
    </Alone>
  ),
  // Loaded late: the sign-in page does not need it.
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

/** A page that has no shell around it. */
function Alone({ children }: { readonly children: ReactNode }) {
  return <main className="mx-auto w-full max-w-5xl px-4 py-9 sm:px-8">{children}</main>
}

/** The shape of a page where it will stand once the shell has come. */
function WithoutShell() {
  return (
    <div className="sm:ps-58">
      <div className="mx-auto w-full max-w-5xl px-4 pt-21 sm:px-8 sm:pt-9">
        <PageSkeleton />
      </div>
    </div>
  )
}

async function signedIn(queryClient: QueryClient): Promise<StaffSession | null> {
  try {
    return await queryClient.ensureQueryData(staffSession)
  } catch (error) {
    if (isSessionEnded(error)) return null
    throw error
  }
}
