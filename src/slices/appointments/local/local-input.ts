import { Type } from 'typebox'
import type { Ctx } from '#/kernel/context.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import {
  described,
  Email,
  Identifier,
  nullable,
  PhoneE164,
  readableText,
  strictObject,
  TimeZone,
} from '#/kernel/schema.ts'
import { holdsWebAddress } from '#/messages/inserted-text.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { findActiveType } from '#/slices/appointment-types/appointment-types.ts'
import type { HolderContext } from '#/slices/holders/holders.ts'
import { DisplayName, scheduleFields } from '#/slices/appointments/appointment-input.ts'
import { titleMaxLength } from '#/slices/appointments/title.ts'

/** What staff may say of a local appointment besides its schedule and recipient. */
export const localFields = {
  appointmentTypeId: Type.Optional(nullable(described(Identifier, 'Its type; null or left out for none.'))),
  title: Type.Optional(
    nullable(
      readableText(titleMaxLength, {
        description: 'What it is called in the portal and the app; null for the name of its type.',
        examples: ['Controle'],
      }),
    ),
  ),
  organizationId: Type.Optional(nullable(described(Identifier, 'The part of your organization it belongs to.'))),
  locationId: Type.Optional(
    nullable(described(Identifier, 'A location of your scheduling set-up; an unknown one is refused.', 'main')),
  ),
  locationLabel: Type.Optional(
    nullable(
      readableText(200, {
        description: 'Where it is, in words; not a web address.',
        examples: ['Lindelaan 1, kamer 2'],
      }),
    ),
  ),
  timezone: Type.Optional(
    described(TimeZone, 'The zone its local time is told in; left out, that of your organization.'),
  ),
}

export const LocalRecipient = strictObject(
  {
    displayName: DisplayName,
    email: Type.Optional(nullable(described(Email, 'Where mail goes; this or the number is needed.'))),
    phoneNumberE164: Type.Optional(
      nullable(described(PhoneE164, 'Where text messages go; this or the address is needed.')),
    ),
    locale: Type.Optional(
      nullable(described(Locale, 'Language of the messages; null leaves it to your organization.')),
    ),
  },
  { title: 'LocalRecipient', description: 'Who is reminded. At least one of address and number is needed.' },
)

export const localSchedule = scheduleFields

/**
 * A location must be one of the holder's inventory, and a label a place: it stands in text messages, which hold no link but ours.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function checkLocation(
  input: { locationId?: string | null; locationLabel?: string | null },
  holder: HolderContext,
): void {
  if (input.locationLabel && holdsWebAddress(input.locationLabel)) {
    throw invalid({ path: 'locationLabel', code: 'not_allowed', message: 'A label is a place and no web address.' })
  }
  if (input.locationId && !holder.schedulingSetup?.locations.some((location) => location.id === input.locationId)) {
    throw invalid({ path: 'locationId', code: 'not_allowed', message: 'Not a location of your scheduling set-up.' })
  }
}

/**
 * A type must be active and, unless it holds everywhere, hold at the location.
 *
 * @throws AppError VALIDATION_FAILED
 */
export async function checkType(
  { tx, platformHolderId }: Pick<Ctx, 'tx' | 'platformHolderId'>,
  appointmentTypeId: string,
  locationId: string | null,
): Promise<void> {
  const type = await findActiveType(tx, platformHolderId, appointmentTypeId)
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
      message: 'The appointment type is not for this location.',
    })
}

/** Staff who book into the past have mistyped a date; what a source system says of the past is taken as it is. */
export function refusePastStart(now: Temporal.Instant, startsAt: Temporal.Instant): void {
  if (Temporal.Instant.compare(startsAt, now) <= 0) throw new AppError('APPOINTMENT_IN_PAST')
}
