import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ApiError } from '#web/api/api-error.ts'
import { now } from '#web/api/clock.ts'
import { part } from '#web/api/part.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { dayOf, isDay } from '#web/ui/time/days.ts'
import { profile } from '../holder-queries.ts'
import { onePerson } from '../people/people-queries.ts'
import { wishOf } from '../requests/request-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { readFilledIn } from './form/filled-in.ts'
import { erasureRequests } from './erasure/erasure-queries.ts'
import type { DaySheetSearch } from './day-sheet/day-queries.ts'
import { readFilters } from './filters.ts'
import { appointmentList, callsAbout, oneAppointment, readSearch, remindersOf } from './appointment-queries.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments',
  validateSearch: readSearch,
  // What is open beside the list reads itself.
  loaderDeps: ({ search }) => ({ ...search, open: undefined }),
  loader: async ({ context: { queryClient, holder }, deps: search, cause }) => {
    // A page that only shows something else stays, with the focus and what is open on it, and reads that itself.
    if (cause === 'stay' && search.pageToken === undefined) return
    const { defaultTimezone: zone } = await queryClient.ensureQueryData(profile(holder))
    const day = search.day ?? dayOf(now(), zone)
    if (search.view === undefined)
      return queryClient.ensureQueryData(appointmentList(holder, zone, { ...search, day })).catch(firstPageInstead)
    const { calendarSpan } = await part(() => import('./calendar/span.ts'))
    return queryClient.ensureQueryData(calendarSpan(holder, zone, search.view, day, readFilters(search)))
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./list/appointment-list-page.tsx'), 'AppointmentListPage'),
})

const appointmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments/$appointmentId',
  // The list that it was opened from, to walk on in.
  validateSearch: readSearch,
  loader: ({ context: { queryClient, holder, rights }, params: { appointmentId } }) =>
    Promise.all([
      queryClient.ensureQueryData(oneAppointment(holder, appointmentId)),
      queryClient.ensureQueryData(remindersOf(holder, appointmentId)),
      queryClient.ensureQueryData(callsAbout(holder, appointmentId)),
      rights.scopes.includes('deletion-requests:read') &&
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

const sheetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments/sheet',
  validateSearch: (search: Record<string, unknown>): DaySheetSearch => ({
    ...readFilters(search),
    day: isDay(search.day) ? search.day : undefined,
    contact: search.contact === true || undefined,
  }),
  loaderDeps: ({ search: { contact: _contact, ...search } }) => search,
  loader: async ({ context: { queryClient, holder }, deps: { day, ...filters } }) => {
    const { defaultTimezone: zone } = await queryClient.ensureQueryData(profile(holder))
    const { wholeDay } = await part(() => import('./day-sheet/day-queries.ts'))
    await queryClient.ensureQueryData(wholeDay(holder, zone, day ?? dayOf(now(), zone), filters))
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./day-sheet/day-sheet-page.tsx'), 'DaySheetPage'),
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

/** A token is of use for as long as its list and the key that signed it are the same. */
async function firstPageInstead(error: unknown): Promise<never> {
  if (!(error instanceof ApiError && error.code === 'PAGE_TOKEN_INVALID')) throw error
  const { toast } = await import('#web/ui/overlay/toast.tsx')
  toast(i18n._(msg`This page of the list is no longer there, so this is the first one.`))
  throw redirect({ to: '/appointments', search: (kept) => ({ ...kept, pageToken: undefined }), replace: true })
}

export const appointmentRoutes = [listRoute, newRoute, sheetRoute, importRoute, appointmentRoute, editRoute] as const
