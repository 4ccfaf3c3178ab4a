import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import {
  described,
  extending,
  HolderPathId,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import { boundedSpan, readSpan } from '#/kernel/time/span.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { DeliveryStatus } from '#/slices/reminders/reminders.ts'
import { appointmentExample, ConfirmationStatus, HolderAppointment } from './appointment-view.ts'
import { AppointmentStatus } from '#/slices/appointments/appointment.ts'
import { listAppointmentViews, positionOf, searchAppointmentViews, type AppointmentFilter } from './read-store.ts'
import { walk } from './walk.ts'

const AppointmentPage = pageOf(HolderAppointment)
const previousPageToken = nullable(
  Type.String({
    title: 'PreviousPageToken',
    maxLength: 4096,
    description: 'Page token for the page before this one; null on the first page.',
    examples: ['WyIyMDI2LTEyLTAzIl0.Zm9yLWlsbHVzdHJhdGlvbg'],
  }),
)

export const listHolderAppointments = operation({
  operationId: 'listHolderAppointments',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/appointments',
  tag: 'Appointments',
  summary: 'List appointments',
  description:
    'Ordered by start. `from` is inclusive, `to` exclusive; together they span at most 366 days. With `endsAfter`, `status`, `deliveryStatus`, `confirmationStatus`, `locationId`, `locale` or `attention=unreached` the list is a search: a missing bound is set so that the span is 366 days, and a page can have fewer items than `pageSize`, even none, and still a `nextPageToken` to continue with. `previousPageToken` leads back to what comes before a page.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'planning' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    from: Type.Optional(
      described(
        Instant,
        'Earliest start, inclusive. Default in a search: 366 days before `to`, or 183 days before now without `to`.',
      ),
    ),
    to: Type.Optional(
      described(
        Instant,
        'Latest start, exclusive. Default in a search: 366 days after `from`, or 183 days after now without `from`.',
      ),
    ),
    endsAfter: Type.Optional(
      described(
        Instant,
        'Only appointments that end after this: with `from` a day before it, also those that are still going on then.',
      ),
    ),
    status: Type.Optional(described(AppointmentStatus, 'Only appointments with this status.')),
    deliveryStatus: Type.Optional(described(DeliveryStatus, 'Only appointments with this delivery status.')),
    confirmationStatus: Type.Optional(
      described(ConfirmationStatus, 'Only appointments with this confirmation status.'),
    ),
    appointmentTypeId: Type.Optional(described(Identifier, 'Only appointments of this type.')),
    locationId: Type.Optional(
      described(Identifier, 'Only appointments at this location; `none` for those without one.', 'main'),
    ),
    locale: Type.Optional(
      described(Locale, 'Only appointments of recipients who are written to in this language (`recipient.locale`).'),
    ),
    attention: Type.Optional(
      oneOf(['unreached', 'new_time'], {
        description:
          'Only appointments still ahead that ask for somebody. `unreached`: neither cancelled nor confirmed, and their last message did not arrive or will not be sent for another reason than an opt-out: somebody may want to call. `new_time`: they wait for a new time, which was approved or promised when they were postponed.',
      }),
    ),
    query: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 200,
        pattern: '^[^\\p{Cc}]*$',
        description: "Beginning of a recipient's name.",
        examples: ['Sanne'],
      }),
    ),
  }),
  body: null,
  success: [200],
  data: extending(
    AppointmentPage,
    strictObject({ ...AppointmentPage.properties, previousPageToken }, { title: 'HolderAppointmentWalk' }),
  ),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    query: { from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z', pageSize: '25' },
    data: { items: [appointmentExample], nextPageToken: null, previousPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const span = readSpan(query)
  const endsAfter = query.endsAfter === undefined ? undefined : Temporal.Instant.from(query.endsAfter)
  const listed = isSearch({ ...query, endsAfter })
    ? await searchAppointmentViews(ctx.tx, { ...query, endsAfter, ...boundedSpan(span, ctx.now) }, page)
    : await listAppointmentViews(ctx.tx, { ...query, endsAfter, ...span }, page)
  const { items, ...tokens } = walk(page, listed, positionOf)
  ctx.touch(...items.flatMap((item) => [item.view.id, item.holderRecipientId]))
  return { items: items.map((item) => item.view), ...tokens }
})

/** True for filters that no index in order of start answers: many rows may be read for each that matches. */
function isSearch({
  endsAfter,
  status,
  deliveryStatus,
  confirmationStatus,
  locationId,
  locale,
  attention,
}: Omit<AppointmentFilter, 'from' | 'to'>): boolean {
  return [endsAfter, status, deliveryStatus, confirmationStatus, locationId, locale, attention].some(
    (one) => one !== undefined && one !== 'new_time',
  )
}
