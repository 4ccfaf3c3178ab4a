import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { shellRoute } from '../root-route.tsx'

/** Which appointments it is about, or the batch that is looked at: ids and codes alone. */
export type BatchSearch = {
  readonly batch?: string
  readonly day?: string
  /** The last day; the same one when left out. */
  readonly until?: string
  readonly location?: string
  readonly type?: string
  /** Single ones, in place of all. */
  readonly ids?: readonly string[]
  /** Those left out of all. */
  readonly without?: readonly string[]
}

const texts = (given: unknown) => (Array.isArray(given) ? given.map(String) : undefined)
const text = (given: unknown) => (typeof given === 'string' ? given : undefined)

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  // What it says is judged by the page, which is rarely opened.
  validateSearch: ({ batch, day, until, location, type, ids, without }: Record<string, unknown>): BatchSearch => ({
    batch: text(batch),
    day: text(day),
    until: text(until),
    location: text(location),
    type: text(type),
    ids: texts(ids),
    without: texts(without),
  }),
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
  pendingComponent: PageSkeleton,
})
