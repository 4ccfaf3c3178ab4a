import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { SignedIn } from './shell/signed-in.tsx'

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()()

/** Parent of the pages that need a sign-in, which is asked for at the same address. */
export const signedInRoute = createRoute({ getParentRoute: () => rootRoute, id: 'signed-in', component: SignedIn })
