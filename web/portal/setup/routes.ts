import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { integrationList } from './integrations/integration-queries.ts'
import { linkRules } from '../waiting/waiting-queries.ts'
import { layoutList } from './layouts/layout-queries.ts'
import { reminderPolicy } from './reminders/policy-queries.ts'
import { readPreviewSearch, type PreviewSearch } from './reminders/preview-queries.ts'
import type { StaffSearch } from './staff/staff-queries.ts'
import type { AuditSearch } from './audit/audit-queries.ts'
import type { DeliverySearch } from './webhooks/webhook-queries.ts'
import { activeTypes, oneType, typeList, type TypeSearch } from './types/type-queries.ts'

const setupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})

const locationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/locations',
  /** The location that is open; `new` for one to add. */
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: string } => ({
    edit: typeof edit === 'string' ? edit : undefined,
  }),
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureQueryData(profile(holder)),
  component: lazyRouteComponent(() => import('./locations/locations-page.tsx'), 'LocationsPage'),
  pendingComponent: PageSkeleton,
})

const typesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/types',
  validateSearch: ({ archived, pageToken }: Record<string, unknown>): TypeSearch => ({
    archived: archived === true ? archived : undefined,
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, holder }, deps }) =>
    Promise.all([
      queryClient.ensureQueryData(typeList(holder, deps)),
      queryClient.ensureQueryData(reminderPolicy(holder)),
    ]),
  component: lazyRouteComponent(() => import('./types/type-list-page.tsx'), 'TypeListPage'),
  pendingComponent: PageSkeleton,
})

const newTypeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/types/new',
  validateSearch: (search: Record<string, unknown>): PreviewSearch => readPreviewSearch(search),
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureQueryData(reminderPolicy(holder)),
  component: lazyRouteComponent(() => import('./types/type-page.tsx'), 'NewTypePage'),
  pendingComponent: PageSkeleton,
})

const typeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/types/$typeId',
  validateSearch: (search: Record<string, unknown>): PreviewSearch => readPreviewSearch(search),
  loader: ({ context: { queryClient, holder }, params: { typeId } }) =>
    Promise.all([
      queryClient.ensureQueryData(oneType(holder, typeId)),
      queryClient.ensureQueryData(reminderPolicy(holder)),
    ]),
  component: lazyRouteComponent(() => import('./types/type-page.tsx'), 'TypePage'),
  pendingComponent: PageSkeleton,
})

const remindersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/reminders',
  validateSearch: (search: Record<string, unknown>): PreviewSearch => readPreviewSearch(search),
  loader: ({ context: { queryClient, holder } }) =>
    Promise.all([
      queryClient.ensureQueryData(reminderPolicy(holder)),
      queryClient.ensureQueryData(activeTypes(holder)),
    ]),
  component: lazyRouteComponent(() => import('./reminders/reminders-page.tsx'), 'RemindersPage'),
  pendingComponent: PageSkeleton,
})

const layoutsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/layouts',
  component: lazyRouteComponent(() => import('./layouts/layouts-page.tsx'), 'LayoutsPage'),
  loader: async ({ context: { queryClient, holder } }) => {
    const { items } = await queryClient.ensureQueryData(layoutList(holder))
    const first = items.find(({ surface }) => surface === 'appointment_detail') ?? items[0]
    if (first) throw redirect({ to: '/setup/layouts/$layoutId', params: { layoutId: first.id }, replace: true })
  },
  pendingComponent: PageSkeleton,
})

const layoutRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/layouts/$layoutId',
  validateSearch: ({ part, ...search }: Record<string, unknown>): PreviewSearch & { part?: string } => ({
    lang: readPreviewSearch(search).lang,
    part: typeof part === 'string' ? part : undefined,
  }),
  loader: ({ context: { queryClient, holder } }) =>
    Promise.all([queryClient.ensureQueryData(layoutList(holder)), queryClient.ensureQueryData(activeTypes(holder))]),
  component: lazyRouteComponent(() => import('./layouts/layout-page.tsx'), 'LayoutPage'),
  pendingComponent: PageSkeleton,
})

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/integrations',
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureQueryData(integrationList(holder)),
  component: lazyRouteComponent(() => import('./integrations/integrations-page.tsx'), 'IntegrationsPage'),
  pendingComponent: PageSkeleton,
})

// Rarely opened: these read when they are there, so that no other page loads what they read.
const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/webhooks',
  /** `new` while one is added. */
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: 'new' } => ({
    edit: edit === 'new' ? edit : undefined,
  }),
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  pendingComponent: PageSkeleton,
})

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/webhooks/events',
  component: lazyRouteComponent(() => import('./webhooks/events-page.tsx'), 'EventsPage'),
  pendingComponent: PageSkeleton,
})

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/webhooks/$endpointId',
  // Checked by the page, which alone knows their forms.
  validateSearch: (search: Record<string, unknown>) => search as DeliverySearch,
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  pendingComponent: PageSkeleton,
})

const staffRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/staff',
  validateSearch: (search: Record<string, unknown>) => search as StaffSearch,
  component: lazyRouteComponent(() => import('./staff/staff-page.tsx'), 'StaffPage'),
  pendingComponent: PageSkeleton,
})

const networksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/networks',
  component: lazyRouteComponent(() => import('./networks/networks-page.tsx'), 'NetworksPage'),
  pendingComponent: PageSkeleton,
})

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/audit',
  // Checked by the page, which alone knows its forms.
  validateSearch: (search: Record<string, unknown>) => search as AuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  pendingComponent: PageSkeleton,
})

const linkingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/setup/linking',
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureQueryData(linkRules(holder)),
  component: lazyRouteComponent(() => import('./linking/linking-page.tsx'), 'LinkingPage'),
  pendingComponent: PageSkeleton,
})

export const setupRoutes = [
  setupRoute,
  locationsRoute,
  typesRoute,
  newTypeRoute,
  typeRoute,
  remindersRoute,
  layoutsRoute,
  layoutRoute,
  integrationsRoute,
  webhooksRoute,
  eventsRoute,
  webhookRoute,
  networksRoute,
  auditRoute,
  linkingRoute,
  staffRoute,
] as const
