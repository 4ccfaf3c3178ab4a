import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { SignedIn } from './shell/signed-in.tsx'

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()()

/** What is only there for whoever is signed in; everybody else is asked to sign in at the same address. */
export const signedInRoute = createRoute({ getParentRoute: () => rootRoute, id: 'signed-in', component: SignedIn })
