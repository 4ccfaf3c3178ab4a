import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { shellRoute } from '../root-route.tsx'

/** Which appointments it is about, or the batch that is looked at: ids and codes alone. */
export type BatchSearch = {
  readonly batch?: string
  readonly day?: string
  readonly location?: string
  readonly type?: string
  readonly ids?: readonly string[]
}

const text = (given: unknown) => (typeof given === 'string' ? given : undefined)

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  // What it says is judged by the page, which is rarely opened.
  validateSearch: ({ batch, day, location, type, ids }: Record<string, unknown>): BatchSearch => ({
    batch: text(batch),
    day: text(day),
    location: text(location),
    type: text(type),
    ids: Array.isArray(ids) ? ids.map(String) : undefined,
  }),
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
  pendingComponent: PageSkeleton,
})
