import { isLongerThan } from '#/kernel/time/span.ts'
import { Type, type Static } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { AppointmentId, described, Identifier, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import { SourceSystem } from '#/slices/appointments/appointments.ts'

export const BatchAction = oneOf(['cancel', 'postpone', 'delay'], {
  title: 'BatchAction',
  description:
    '`cancel`: the appointments do not take place. `postpone`: their time does not hold and a new one follows. `delay`: they begin later today.',
})
export type BatchAction = Static<typeof BatchAction>

export const BatchReason = oneOf(['ill', 'closed', 'technical', 'other'], {
  title: 'BatchReason',
  description: 'Why, for your staff: no message says it.',
})

/** Most appointments of one batch. */
export const batchMax = 1_000

const spanDaysMax = 14

const BatchFilter = strictObject(
  {
    from: described(Instant, 'Earliest start, inclusive. What has begun is left out.'),
    to: described(Instant, `Latest start, exclusive; at most ${spanDaysMax} days after \`from\`.`),
    locationIds: Type.Optional(
      Type.Array(described(Identifier, 'A location; `none` for appointments without one.', 'main'), {
        minItems: 1,
        maxItems: 50,
        description: 'Only at these locations.',
      }),
    ),
    appointmentTypeIds: Type.Optional(
      Type.Array(described(Identifier, 'A type.'), { minItems: 1, maxItems: 50, description: 'Only of these types.' }),
    ),
    organizationId: Type.Optional(described(Identifier, 'Only of this part of your organization.')),
    sourceSystem: Type.Optional(SourceSystem),
    appointmentIds: Type.Optional(
      Type.Array(described(AppointmentId, 'An appointment.'), {
        minItems: 1,
        maxItems: batchMax,
        description: 'Only these of them.',
      }),
    ),
    excludedAppointmentIds: Type.Optional(
      Type.Array(described(AppointmentId, 'An appointment.'), { maxItems: 200, description: 'Without these.' }),
    ),
  },
  { title: 'BatchFilter', description: 'Which appointments: registered, and still to begin.' },
)

/** What a preview is asked for, and a confirmation repeats by its token. */
export const batchInput = {
  action: BatchAction,
  reason: BatchReason,
  delayMinutes: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 180,
      multipleOf: 5,
      description: 'By how much they begin later; with `delay` alone.',
      examples: [30],
    }),
  ),
  filter: BatchFilter,
}

const BatchInput = strictObject(batchInput)
export type BatchInput = Static<typeof BatchInput>

export const batchInputExample: BatchInput = {
  action: 'cancel',
  reason: 'ill',
  filter: { from: '2026-12-03T07:00:00Z', to: '2026-12-03T17:00:00Z', locationIds: ['main'] },
}

/** @throws AppError VALIDATION_FAILED at what does not fit together */
export function checkBatchInput({ action, delayMinutes, filter }: BatchInput): void {
  if ((action === 'delay') !== (delayMinutes !== undefined)) {
    const message = action === 'delay' ? 'A delay needs its minutes.' : 'Only a delay has minutes.'
    throw invalid({ path: 'delayMinutes', code: action === 'delay' ? 'required' : 'not_allowed', message })
  }
  const span = { from: Temporal.Instant.from(filter.from), to: Temporal.Instant.from(filter.to) }
  if (Temporal.Instant.compare(span.to, span.from) <= 0)
    throw invalid({ path: 'filter.to', code: 'out_of_range', message: 'Must be after from.' })
  if (isLongerThan(span, spanDaysMax))
    throw invalid({ path: 'filter.to', code: 'out_of_range', message: `At most ${spanDaysMax} days after from.` })
}
