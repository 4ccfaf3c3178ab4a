import { Type, type Static } from 'typebox'
import { described, formatInstant, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'

/** What came of a call, as it can be recorded. */
export const callResults = ['confirmed', 'will_not_come', 'message_left', 'no_answer', 'wrong_number'] as const
export type CallResult = (typeof callResults)[number]
export const CallResult = oneOf(callResults, {
  title: 'CallResult',
  description:
    'What came of a call. `confirmed`: they come. `will_not_come`: they do not. `message_left`: somebody will tell them. `no_answer`: nobody answered. `wrong_number`: it is somebody else’s.',
})

/** As it is read: `spoken` was noted before there were results. */
export const NotedResult = oneOf([...callResults, 'spoken'], {
  title: 'NotedCallResult',
  description: 'What came of it: a `CallResult`, or `spoken`, which was noted before there were results.',
})

export const AppointmentCall = strictObject(
  {
    callId: described(Identifier, 'Id of the call.'),
    result: NotedResult,
    calledAt: described(Instant, 'When it was recorded.'),
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
  readonly outcome: Static<typeof NotedResult>
  readonly calledAt: Temporal.Instant
  readonly calledBy: string | null
}

export function toAppointmentCall({ id, outcome, calledAt, calledBy }: CallRow): Static<typeof AppointmentCall> {
  return { callId: id, result: outcome, calledAt: formatInstant(calledAt), calledBy }
}

export const appointmentCallExample: Static<typeof AppointmentCall> = {
  callId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d81',
  result: 'no_answer',
  calledAt: '2026-12-02T08:40:00.000Z',
  calledBy: 'anna@praktijk.example',
}
