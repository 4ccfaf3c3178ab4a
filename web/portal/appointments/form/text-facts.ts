import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { BodyOf } from '#web/api/client.ts'

/** Texts that staff write of an appointment, by their names in the API. */
export type TextFact = Exclude<
  keyof BodyOf<'createHolderAppointment'>,
  | 'clientRequestId'
  | 'startsAt'
  | 'endsAt'
  | 'timezone'
  | 'appointmentTypeId'
  | 'locationId'
  | 'organizationId'
  | 'recipient'
>

/** What they are called, also among changes and in the proposals of an agent, in the order of the form. */
export const textFacts: Readonly<
  Record<TextFact, { readonly name: MessageDescriptor; readonly hint: MessageDescriptor; readonly maxLength: number }>
> = {
  title: {
    name: msg`Title`,
    hint: msg`For your own staff and the app. It is not used in messages.`,
    maxLength: 120,
  },
  locationLabel: { name: msg`Place`, hint: msg`This is what people read in their messages.`, maxLength: 200 },
}

export const textFactNames = Object.keys(textFacts) as readonly TextFact[]

/** A value of each. */
export function ofTextFacts<Value>(valueOf: (name: TextFact) => Value): Readonly<Record<TextFact, Value>> {
  return Object.fromEntries(textFactNames.map((name) => [name, valueOf(name)])) as Record<TextFact, Value>
}
