import { isLongerThan } from '#/kernel/time/span.ts'
import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { operation } from '#/kernel/operation.ts'
import { readBehind } from '#/kernel/postgres/connecting/standby.ts'
import { described, Instant, strictObject } from '#/kernel/schema.ts'
import { policyParams, policyParamsExample, ReasonCode } from '#/slices/reminders/reminders.ts'
import { countReasons } from './reason-store.ts'

/** Each appointment is looked at: a month of two thousand a day takes about a second. */
const maxSpanDays = 31

export const getHolderDeliveryReasons = operation({
  operationId: 'getHolderDeliveryReasons',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/reports/delivery-reasons',
  tag: 'Reminders',
  summary: 'Count why people were not reached',
  description:
    'Counts, to the last one, the appointments that start from `from` on and before `to` (at most 31 days later), were not cancelled and have the delivery status `failed`, `suppressed`, `none` or `unknown`, by its reason: those that the list of appointments shows with it.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: policyParams,
  query: strictObject({
    from: described(Instant, 'Appointments that start then or later.'),
    to: described(Instant, 'Appointments that start earlier.'),
  }),
  body: null,
  success: [200],
  data: strictObject(
    {
      reasons: Type.Array(
        strictObject(
          {
            reasonCode: ReasonCode,
            appointments: Type.Integer({ minimum: 1, description: 'Appointments of which it is the reason.' }),
          },
          { title: 'DeliveryReason' },
        ),
        { maxItems: 100, description: 'The most frequent reason first.' },
      ),
    },
    { title: 'DeliveryReasons' },
  ),
  errors: [],
  example: {
    params: policyParamsExample,
    query: { from: '2026-12-01T00:00:00Z', to: '2026-12-29T00:00:00Z' },
    data: { reasons: [{ reasonCode: 'number_unreachable', appointments: 12 }] },
  },
}).handle(async (ctx, { query }) => {
  const [from, to] = [Temporal.Instant.from(query.from), Temporal.Instant.from(query.to)]
  if (Temporal.Instant.compare(to, from) <= 0)
    throw invalid({ path: 'query.to', code: 'out_of_range', message: 'Must be after from.' })
  if (isLongerThan({ from, to }, maxSpanDays))
    throw invalid({ path: 'query.to', code: 'out_of_range', message: `At most ${maxSpanDays} days after from.` })
  return { reasons: await readBehind(ctx, (tx) => countReasons(tx, { from, to })) }
})
