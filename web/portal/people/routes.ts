import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { appointmentsOfPerson, messagesToPerson, onePerson, type PersonSearch } from './people-queries.ts'

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$personId',
  validateSearch: ({ coming, past, messages }: Record<string, unknown>): PersonSearch => ({
    coming: textOf(coming),
    past: textOf(past),
    messages: textOf(messages),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, holder }, params: { personId }, deps: { coming, past, messages } }) =>
    Promise.all([
      queryClient.ensureQueryData(profile(holder)),
      queryClient.ensureQueryData(onePerson(holder, personId)),
      queryClient.ensureQueryData(appointmentsOfPerson(holder, personId, 'coming', coming)),
      queryClient.ensureQueryData(appointmentsOfPerson(holder, personId, 'past', past)),
      queryClient.ensureQueryData(messagesToPerson(holder, personId, messages)),
    ]),
  component: lazyRouteComponent(() => import('./person-page.tsx'), 'PersonPage'),
  pendingComponent: PageSkeleton,
})

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export const peopleRoutes = [personRoute] as const
