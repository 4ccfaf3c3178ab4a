import type { HolderCtx, HolderIdentity } from '#/kernel/context.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import { noLocation } from '#/kernel/ids.ts'
import { strictObject } from '#/kernel/schema.ts'
import { holdsWebAddress } from '#/messages/inserted-text.ts'
import {
  factsIn,
  ownFacts,
  recipientFacts,
  type Details,
  type Fact,
} from '#/slices/appointment-facts/appointment-facts.ts'
import { findActiveType } from '#/slices/appointment-types/appointment-types.ts'
import type { HolderContext } from '#/slices/holders/holders.ts'

const { startsAt, endsAt, appointmentTypeId, title, timezone, ...otherDetails } = factsIn(ownFacts, 'input').fields

export const localSchedule = { startsAt, endsAt }

/** What staff may say of a local appointment besides its start, end and recipient; the most common first. */
export const localFields = { appointmentTypeId, title, ...otherDetails, timezone }

export const LocalRecipient = strictObject(factsIn(recipientFacts, 'input').fields, {
  title: 'LocalRecipient',
  description: 'Who is reminded. An e-mail address or a phone number is required.',
})

/**
 * A location must be one of the holder's, and texts that messages repeat hold no web address: messages hold no link but
 * ours.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function checkDetails(given: Partial<Details>, holder: HolderContext): void {
  for (const [path, { webAddressFault }] of Object.entries<Fact>(ownFacts)) {
    const value = given[path as keyof Details]
    if (webAddressFault !== null && value && holdsWebAddress(value))
      throw invalid({ path, code: 'not_allowed', message: webAddressFault })
  }
  if (given.locationId && !holder.schedulingSetup?.locations.some((location) => location.id === given.locationId)) {
    throw invalid({ path: 'locationId', code: 'not_allowed', message: 'Not a location of your scheduling set-up.' })
  }
}

/**
 * Staff with locations of their own make and move appointments there alone: at another they would not see them.
 *
 * @param locationId null: the appointment has none
 * @throws AppError VALIDATION_FAILED
 */
export function checkOwnLocation({ locations }: HolderIdentity, locationId: string | null): void {
  if (locations === null || locations.includes(locationId ?? noLocation)) return
  throw invalid({ path: 'locationId', code: 'not_allowed', message: 'Choose one of the locations where you work.' })
}

/**
 * A type must be active and, unless it holds everywhere, hold at the location. One that was archived since is kept.
 *
 * @throws AppError VALIDATION_FAILED
 */
export async function checkType(
  { tx }: Pick<HolderCtx, 'tx'>,
  appointmentTypeId: string,
  locationId: string | null,
  isKept = false,
): Promise<void> {
  const type = await findActiveType(tx, appointmentTypeId)
  if (!type && isKept) return
  if (!type)
    throw invalid({
      path: 'appointmentTypeId',
      code: 'not_allowed',
      message: 'There is no such active appointment type.',
    })
  if (locationId !== null && type.locationIds.length > 0 && !type.locationIds.includes(locationId))
    throw invalid({
      path: 'locationId',
      code: 'not_allowed',
      message: 'The appointment type is not available at this location.',
    })
}

/** Staff who book into the past have mistyped a date; what a source system says about the past is taken as it is. */
export function refusePastStart(now: Temporal.Instant, startsAt: Temporal.Instant): void {
  if (Temporal.Instant.compare(startsAt, now) <= 0) throw new AppError('APPOINTMENT_IN_PAST')
}
