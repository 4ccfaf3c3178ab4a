import { Type, type Static } from 'typebox'
import { described, formatInstant, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'

export const CallOutcome = oneOf(['no_answer', 'spoken'], {
  title: 'CallOutcome',
  description: '`no_answer`: nobody answered. `spoken`: somebody did.',
})

export const AppointmentCall = strictObject(
  {
    callId: described(Identifier, 'Id of the note.'),
    outcome: CallOutcome,
    calledAt: described(Instant, 'When it was noted.'),
    calledBy: nullable(
      Type.String({
        maxLength: 254,
        description: 'Address of the member of staff; null for an API key, and when it is no longer kept.',
        examples: ['anna@praktijk.example'],
      }),
    ),
  },
  { title: 'AppointmentCall', description: 'That staff called about an appointment.' },
)

export type CallRow = {
  readonly id: string
  readonly appointmentId: string
  readonly outcome: Static<typeof CallOutcome>
  readonly calledAt: Temporal.Instant
  readonly calledBy: string | null
}

export function toAppointmentCall({ id, outcome, calledAt, calledBy }: CallRow): Static<typeof AppointmentCall> {
  return { callId: id, outcome, calledAt: formatInstant(calledAt), calledBy }
}

export const appointmentCallExample: Static<typeof AppointmentCall> = {
  callId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d81',
  outcome: 'no_answer',
  calledAt: '2026-12-02T08:40:00.000Z',
  calledBy: 'anna@praktijk.example',
}
