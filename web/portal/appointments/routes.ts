import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { now } from '#web/api/clock.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { dayOf, startOfWeek } from '#web/ui/time/days.ts'
import { profile } from '../holder-queries.ts'
import { onePerson } from '../people/people-queries.ts'
import { wishOf } from '../requests/request-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { readFilledIn } from './form/filled-in.ts'
import { erasureRequests } from './erasure/erasure-queries.ts'
import {
  appointmentList,
  appointmentSpan,
  callsAbout,
  oneAppointment,
  readSearch,
  remindersOf,
} from './appointment-queries.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments',
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, holder }, deps }) => {
    const { defaultTimezone: zone } = await queryClient.ensureQueryData(profile(holder))
    const day = deps.day ?? dayOf(now(), zone)
    if (deps.view === undefined) await queryClient.ensureQueryData(appointmentList(holder, zone, { ...deps, day }))
    else {
      const isWeek = deps.view === 'week'
      await queryClient.ensureQueryData(appointmentSpan(holder, zone, isWeek ? startOfWeek(day) : day, isWeek ? 7 : 1))
    }
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./list/appointment-list-page.tsx'), 'AppointmentListPage'),
})

const appointmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments/$appointmentId',
  loader: ({ context: { queryClient, holder }, params: { appointmentId } }) =>
    Promise.all([
      queryClient.ensureQueryData(oneAppointment(holder, appointmentId)),
      queryClient.ensureQueryData(remindersOf(holder, appointmentId)),
      queryClient.ensureQueryData(callsAbout(holder, appointmentId)),
      queryClient.ensureQueryData(erasureRequests(holder, appointmentId)),
      queryClient.ensureQueryData(profile(holder)),
    ]),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./appointment-page.tsx'), 'AppointmentPage'),
})

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments/new',
  validateSearch: readFilledIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, holder }, deps: { person, again } }) =>
    Promise.all([
      queryClient.ensureQueryData(profile(holder)),
      person === undefined ? null : queryClient.ensureQueryData(onePerson(holder, person)),
      again === undefined ? null : queryClient.ensureQueryData(oneAppointment(holder, again)),
    ]),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./form/new-appointment-page.tsx'), 'NewAppointmentPage'),
})

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments/import',
  loader: ({ context: { queryClient, holder } }) => queryClient.ensureQueryData(profile(holder)),
  component: lazyRouteComponent(() => import('./import/import-page.tsx'), 'ImportPage'),
})

const editRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments/$appointmentId/edit',
  loader: ({ context: { queryClient, holder }, params: { appointmentId } }) =>
    Promise.all([
      queryClient.ensureQueryData(profile(holder)),
      queryClient
        .ensureQueryData(oneAppointment(holder, appointmentId))
        .then((appointment) => queryClient.ensureQueryData(wishOf(holder, appointment))),
    ]),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./form/edit-appointment-page.tsx'), 'EditAppointmentPage'),
})

export const appointmentRoutes = [listRoute, newRoute, importRoute, appointmentRoute, editRoute] as const
