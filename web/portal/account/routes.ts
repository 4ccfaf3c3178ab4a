import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { part } from '#web/api/part.ts'
import { read } from '#web/api/client.ts'
import { passkeys } from '#web/api/passkeys.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { billingStatus } from './billing/billing-queries.ts'
import type { CallSearch } from './calls/call-queries.ts'
import type { SessionSearch } from './sessions/session-queries.ts'
import { apiKeys } from './keys/own-key-queries.ts'

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

const indexRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  beforeLoad: async ({ context: { rights } }) => {
    const { mayOpen } = await part(() => import('../may.tsx'))
    throw redirect({
      to: mayOpen(rights, '/account/profile') ? '/account/profile' : '/account/language',
      replace: true,
    })
  },
})

const profileRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'profile',
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureQueryData(profile(holder)),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./profile/profile-tab.tsx'), 'ProfileTab'),
})

const billingRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'billing',
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureQueryData(billingStatus(holder)),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./billing/billing-tab.tsx'), 'BillingTab'),
})

/** The payment service returns here; the outcome is shown where payment is set up. */
const billingReturnRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'billing/return',
  loader: async ({ context: { queryClient, holder } }) => {
    const { status } = await queryClient.ensureQueryData(profile(holder))
    throw status === 'draft'
      ? redirect({ to: '/welcome/$step', params: { step: 'payment' }, replace: true })
      : redirect({ to: '/account/billing', replace: true })
  },
  pendingComponent: PageSkeleton,
})

const keysRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'keys',
  validateSearch: ({
    pageToken,
    accountsToken,
  }: Record<string, unknown>): { pageToken?: string; accountsToken?: string } => ({
    pageToken: textOf(pageToken),
    accountsToken: textOf(accountsToken),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => queryClient.ensureQueryData(apiKeys(deps.pageToken)),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./keys/key-list-tab.tsx'), 'KeyListTab'),
})

const newKeyRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'keys/new',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => ({ next: textOf(next) }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(read('getApiIdentity', {})),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./keys/new-key-tab.tsx'), 'NewKeyTab'),
})

// These are rarely opened, and read when they are there: so no other page loads what they read.
const serviceAccountRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'keys/accounts/$accountId',
  validateSearch: ({ pageToken }: Record<string, unknown>): { pageToken?: string } => ({
    pageToken: textOf(pageToken),
  }),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./keys/account-page.tsx'), 'ServiceAccountPage'),
})

const accountNewKeyRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'keys/accounts/$accountId/new',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => ({ next: textOf(next) }),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./keys/account-new-key-page.tsx'), 'AccountNewKeyPage'),
})

const callsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'calls',
  // Checked by the page, which alone knows their forms.
  validateSearch: (search: Record<string, unknown>) => search as CallSearch,
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./calls/calls-tab.tsx'), 'CallsTab'),
})

const languageRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'language',
  component: lazyRouteComponent(() => import('./language-tab.tsx'), 'LanguageTab'),
})

const passkeysRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'passkeys',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(passkeys),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./passkeys-page.tsx'), 'PasskeysPage'),
})

const signInRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'sign-in',
  // Checked by the page, which alone knows their forms.
  validateSearch: (search: Record<string, unknown>) => search as SessionSearch,
  component: lazyRouteComponent(() => import('./sign-in-tab.tsx'), 'SignInTab'),
})

export const accountRoutes = [
  accountRoute.addChildren([
    indexRoute,
    profileRoute,
    billingRoute,
    billingReturnRoute,
    keysRoute,
    newKeyRoute,
    serviceAccountRoute,
    accountNewKeyRoute,
    callsRoute,
    languageRoute,
    passkeysRoute,
    signInRoute,
  ]),
] as const

/** A parameter of the address; undefined when it is missing or no text. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
