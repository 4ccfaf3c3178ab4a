import { Type } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Instant, strictObject } from '#/kernel/schema.ts'
import { isLongerThan, readSpan } from '#/kernel/time/span.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import { listToCall, toCallMax } from './call-list-store.ts'
import { ToCall, toCallExample, toToCall } from './to-call-view.ts'

const spanDaysMax = 7

export const listHolderCalls = operation({
  operationId: 'listHolderCalls',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/calls',
  tag: 'Appointments',
  summary: 'List whom to call',
  description: `People with an appointment that starts in the span and that they have not confirmed, in the order to call them. First who was told what no longer holds, or must be called; then who no message reached; both by start. Then who was asked to confirm at least a day ago and did not answer, at most as many a day as \`callsPerDay\` of the reminder policy: first whose appointment was made long ahead, who missed appointments at your organization, or at whose number no text message has arrived yet. Nothing else counts, nothing is kept of it, and whoever objects stands by the start alone (\`isOrderedByStartOnly\` of a person). Use the order for nothing but calling. Whoever confirmed, was cancelled or was called is gone on the next read; \`no_answer\` comes back after two hours, twice. At most ${toCallMax} at once.`,
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    from: described(Instant, 'Earliest start, inclusive; those that have started are left out.'),
    to: described(Instant, `Latest start, exclusive; at most ${spanDaysMax} days after \`from\`.`),
  }),
  body: null,
  success: [200],
  data: strictObject(
    {
      items: Type.Array(ToCall, { maxItems: toCallMax, description: 'Whom to call, in order.' }),
      leftOut: Type.Integer({
        minimum: 0,
        description: 'How many more are to be called: beyond `callsPerDay`, or beyond what one answer holds.',
      }),
    },
    { title: 'CallList' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    query: { from: '2026-12-03T00:00:00Z', to: '2026-12-04T00:00:00Z' },
    data: { items: [toCallExample], leftOut: 0 },
  },
}).handle(async (ctx, { query }) => {
  const { from, to } = readSpan(query)
  if (from === undefined || to === undefined) throw new Error('Both ends of the span are required')
  if (isLongerThan({ from, to }, spanDaysMax))
    throw invalid({ path: 'query.to', code: 'out_of_range', message: `At most ${spanDaysMax} days after from.` })
  const { rows, leftOut } = await listToCall(ctx.tx, ctx.now, { from, to })
  ctx.touch(
    ...rows.flatMap(({ id, holderRecipientId, others }) => [id, holderRecipientId, ...others.map((one) => one.id)]),
  )
  return { items: rows.map(toToCall), leftOut }
})
