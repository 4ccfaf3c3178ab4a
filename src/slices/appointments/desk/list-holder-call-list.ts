import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { described, HolderPathId, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import { readSpan } from '#/kernel/time/span.ts'
import { listTried, toTriedMessage, TriedMessage, triedMax } from '#/slices/reminders/reminders.ts'
import { appointmentExample, HolderAppointment } from '#/slices/appointments/reading/appointment-view.ts'
import { positionOf, searchAppointmentViews } from '#/slices/appointments/reading/read-store.ts'
import { callsMax, listCalls } from './call-store.ts'
import { AppointmentCall, appointmentCallExample, toAppointmentCall } from './call-view.ts'

const ToCall = strictObject(
  {
    appointment: described(HolderAppointment, 'The appointment.'),
    tried: Type.Array(TriedMessage, {
      maxItems: triedMax,
      description: 'The last messages that went or should have, the newest last, with why they did not arrive.',
    }),
    calls: Type.Array(AppointmentCall, { maxItems: callsMax, description: 'Calls that staff noted, oldest first.' }),
  },
  { title: 'ToCall' },
)

export const listHolderCallList = operation({
  operationId: 'listHolderCallList',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/call-list',
  tag: 'Appointments',
  summary: 'List whom to call',
  description:
    'Registered appointments that nobody confirmed, in order of start, each with what was tried to reach the person and which calls were noted: of those whom no message reached (`reach=unreached`: it did not arrive, could not be sent, or nobody knows), or of all (`reach=any`). `from` is inclusive, `to` exclusive. A page can have fewer items than `pageSize`, even none, and still a `nextPageToken` to continue with.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...pageQuery,
    from: described(Instant, 'Earliest start, inclusive.'),
    to: described(Instant, 'Latest start, exclusive; at most 366 days after `from`.'),
    reach: Type.Optional(
      oneOf(['unreached', 'any'], { default: 'unreached', description: 'Whether only those whom nothing reached.' }),
    ),
  }),
  body: null,
  success: [200],
  data: pageOf(ToCall),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    query: { from: '2026-12-03T00:00:00Z', to: '2026-12-04T00:00:00Z' },
    data: {
      items: [
        {
          appointment: {
            ...appointmentExample,
            delivery: { ...appointmentExample.delivery, status: 'failed', reasonCode: 'number_unreachable' },
          },
          tried: [
            {
              reminderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
              kind: 'reminder',
              channel: 'sms',
              state: 'undelivered',
              reasonCode: 'number_unreachable',
              at: '2026-12-02T13:30:00.000Z',
            },
          ],
          calls: [appointmentCallExample],
        },
      ],
      nextPageToken: null,
    },
  },
}).handle(async (ctx, { query, page }) => {
  const { tx } = ctx
  const { reach = 'unreached' } = query
  const wanted = {
    status: 'registered',
    confirmationStatus: 'unconfirmed',
    isUntold: reach === 'unreached',
  } as const
  const { rows, searchedTo } = await searchAppointmentViews(tx, { ...wanted, ...readSpan(query) }, page)
  const { items, nextPageToken } = page.finish(rows, positionOf, searchedTo)
  const ids = items.map((item) => item.view.id)
  ctx.touch(...items.flatMap((item) => [item.view.id, item.holderRecipientId]))
  const [tried, calls] = await Promise.all([listTried(tx, ids), listCalls(tx, ids)])
  const triedOf = Map.groupBy(tried, ({ appointmentId }) => appointmentId)
  const callsOf = Map.groupBy(calls, ({ appointmentId }) => appointmentId)
  return {
    items: items.map(({ view }) => ({
      appointment: view,
      tried: (triedOf.get(view.id) ?? []).map(toTriedMessage),
      calls: (callsOf.get(view.id) ?? []).map(toAppointmentCall),
    })),
    nextPageToken,
  }
})
