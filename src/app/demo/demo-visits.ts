import { randomUUID } from 'node:crypto'
import type { Identity } from '#/kernel/context.ts'
import { answer, openCall, type Engine } from '#/kernel/execution/execute.ts'
import type { Fields, Operation } from '#/kernel/operation.ts'
import { cancelHolderAppointment } from '#/slices/appointments/local/cancel-holder-appointment.ts'
import { createHolderAppointment } from '#/slices/appointments/local/create-holder-appointment.ts'
import { recordHolderAppointmentOutcome } from '#/slices/appointments/local/record-holder-appointment-outcome.ts'
import { updateHolderAppointment } from '#/slices/appointments/local/update-holder-appointment.ts'
import { submitHolderAppointmentIntake } from '#/slices/appointments/intake/submit-intake.ts'
import { createRecipientCancellationRequest } from '#/slices/recipient-requests/recipient/create-recipient-cancellation-request.ts'
import { createRecipientRescheduleRequest } from '#/slices/recipient-requests/recipient/create-recipient-reschedule-request.ts'
import { confirmRecipientAppointment } from '#/slices/recipients/appointments/confirm-recipient-appointment.ts'
import { demoPeople, type DemoHolder, type DemoPerson, type DemoStory, type DemoVisit } from './demo-data.ts'
import type { DemoHolderRow } from './demo-store.ts'

/** What calls operations without HTTP, at an instant of the clock. */
export type DemoEngine = Engine & { readonly now: Temporal.Instant }

export const timezone = 'Europe/Amsterdam'

/** A demo appointment as it was made. */
export type MadeVisit = {
  readonly holder: DemoHolderRow
  readonly visit: DemoVisit
  readonly id: string
  readonly facts: ReturnType<typeof factsOf>
  readonly source: { readonly sourceSystem: 'demo'; readonly externalAppointmentId: string }
}

/** @param number tells it from the other visits of its organization */
export async function makeVisit(
  engine: DemoEngine,
  holder: DemoHolderRow,
  demo: DemoHolder,
  { visit, number, today }: { readonly visit: DemoVisit; readonly number: number; readonly today: Temporal.PlainDate },
): Promise<MadeVisit> {
  const [who, , , origin] = visit
  const person: DemoPerson = demoPeople[who]
  const facts = factsOf(demo, visit, today)
  const source = { sourceSystem: 'demo', externalAppointmentId: `demo-${number}` } as const
  const call = callAs(engine, staffOf(holder, engine))
  const params = { platformHolderId: holder.id }
  if (origin === 'intake') {
    const data = await call(submitHolderAppointmentIntake, params, { ...source, ...facts })
    return { holder, visit, facts, source, id: String(data['appointmentId']) }
  }
  const recipient = { ...facts.recipient, ...(person.locale ? { locale: person.locale } : {}) }
  const data = await call(createHolderAppointment, params, { clientRequestId: randomUUID(), ...facts, recipient })
  return { holder, visit, facts, source, id: String(data['id']) }
}

function factsOf(demo: DemoHolder, [who, inDays, time]: DemoVisit, today: Temporal.PlainDate) {
  const { displayName, phoneNumberE164, email } = demoPeople[who]
  const plainTime = Temporal.PlainTime.from(time)
  const startsAt = today.add({ days: inDays }).toZonedDateTime({ timeZone: timezone, plainTime })
  return {
    locationId: demo.locations[0].id,
    startsAt: startsAt.toString({ timeZoneName: 'never' }),
    endsAt: startsAt.add({ minutes: 20 }).toString({ timeZoneName: 'never' }),
    timezone,
    recipient: { displayName, ...(phoneNumberE164 ? { phoneNumberE164 } : {}), ...(email ? { email } : {}) },
  }
}

/** On which day of the demo a story happens. */
export function dayOfStory(story: DemoStory, [, inDays]: DemoVisit): number {
  switch (story) {
    case 'came':
    case 'missed':
      return inDays + 1
    case 'confirmed':
      // The morning after the question.
      return Math.min(inDays - 2, 0)
    case 'moved':
    case 'cancelled':
      return Math.min(inDays - 2, -1)
    case 'wants_to_cancel':
    case 'wants_to_move':
      return 0
  }
}

/**
 * Plays one of the stories of an appointment, the earlier ones of which have been played.
 *
 * @param recipientId of its person, when an operator linked them
 */
export async function playStory(
  engine: DemoEngine,
  { holder, visit, id, facts, source }: MadeVisit,
  story: DemoStory,
  recipientId: string | undefined,
): Promise<void> {
  const [, , , origin, , ...stories] = visit
  const asStaff = callAs(engine, staffOf(holder, engine))
  const asRecipient = () => callAs(engine, recipientOf(recipientId, engine))
  const params = { platformHolderId: holder.id, appointmentId: id }
  // Each story makes a version.
  const expectedVersion = 1 + stories.indexOf(story)
  const asked = { clientRequestId: randomUUID(), expectedVersion }
  const later = (hours: number) => ({
    startsAt: hoursAfter(facts.startsAt, hours),
    endsAt: hoursAfter(facts.endsAt, hours),
  })
  switch (story) {
    case 'came':
    case 'missed': {
      const outcome = story === 'came' ? 'completed' : 'no_show'
      await asStaff(recordHolderAppointmentOutcome, params, { expectedVersion, outcome })
      return
    }
    case 'moved':
      if (origin === 'local') await asStaff(updateHolderAppointment, params, { expectedVersion, ...later(24) })
      else
        await asStaff(
          submitHolderAppointmentIntake,
          { platformHolderId: holder.id },
          { ...source, ...facts, ...later(24) },
        )
      return
    case 'cancelled':
      await asStaff(cancelHolderAppointment, params, { ...asked, reasonCode: 'recipient' })
      return
    case 'confirmed':
      await asRecipient()(confirmRecipientAppointment, { appointmentId: id }, asked)
      return
    case 'wants_to_cancel':
      await asRecipient()(createRecipientCancellationRequest, { appointmentId: id }, asked)
      return
    case 'wants_to_move': {
      const preferredWindows = [later(24), later(48)]
      await asRecipient()(createRecipientRescheduleRequest, { appointmentId: id }, { ...asked, preferredWindows })
      return
    }
  }
}

function hoursAfter(instant: string, hours: number): string {
  return Temporal.Instant.from(instant).add({ hours }).toString({ timeZone: timezone })
}

/** Calls operations as somebody, without HTTP. */
function callAs({ now, ...engine }: DemoEngine, identity: Identity) {
  return async (operation: Operation, params: Fields, body: Fields): Promise<Record<string, unknown>> => {
    const call = openCall(engine, { requestId: 'demo', acceptLanguage: undefined, now, identity }, false)
    const { data } = await answer(call, operation, { params, query: {}, body })
    return data as Record<string, unknown>
  }
}

const withKey = { authentication: 'api_key', profileId: null } as const

function staffOf({ id, actorId }: DemoHolderRow, { services }: Engine): Identity {
  const role = 'platform_holder_user'
  const actor = { credentialId: actorId, actorId, role, scopes: services.scopes[role] } as const
  return { ...withKey, ...actor, platformHolderId: id, recipientId: null, staffRole: 'owner', locations: null }
}

function recipientOf(recipientId: string | undefined, { services }: Engine): Identity {
  if (recipientId === undefined) throw new Error('Only those who are linked confirm or ask')
  const role = 'recipient'
  const actor = { credentialId: recipientId, actorId: recipientId, role, scopes: services.scopes[role] } as const
  return { ...withKey, ...actor, platformHolderId: null, recipientId }
}
