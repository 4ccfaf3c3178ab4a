import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { languageNames } from '#web/ui/language/locales.ts'
import { dayOf, timeOf } from '#web/ui/time/days.ts'
import { answerOf } from '../answer-pill.tsx'
import { deliveryStatuses, type Appointment } from '../delivery-pill.tsx'

/**
 * Appointments as rows for a spreadsheet, under their headings. Days and times are those of the appointment's zone, as
 * spreadsheets read them in every language.
 */
export function appointmentRows(
  appointments: readonly Appointment[],
  { withContact }: { readonly withContact: boolean },
  i18n: I18n,
): readonly (readonly string[])[] {
  const headings = [
    i18n._(msg`Day`),
    i18n._(msg({ message: 'From', context: 'time of day' })),
    i18n._(msg({ message: 'Until', context: 'time of day' })),
    i18n._(msg`Time zone`),
    i18n._(msg({ message: 'Name', context: 'of a person' })),
    i18n._(msg`Title`),
    i18n._(msg`Location`),
    i18n._(msg`Answer`),
    i18n._(msg`Reminder`),
    i18n._(msg`Language`),
    ...(withContact ? [i18n._(msg`Telephone`), i18n._(msg`E-mail`)] : []),
  ]
  const row = (one: Appointment) => {
    const { startsAt, endsAt, timezone, recipient } = one
    return [
      dayOf(startsAt, timezone),
      timeOf(startsAt, timezone),
      timeOf(endsAt, timezone),
      timezone,
      recipient.displayName,
      one.title,
      one.place ?? '',
      i18n._(answerOf(one).name),
      i18n._(deliveryStatuses[one.delivery.status].name),
      recipient.locale === null ? '' : languageNames[recipient.locale],
      ...(withContact ? [recipient.phoneNumberE164 ?? '', recipient.email ?? ''] : []),
    ]
  }
  return [headings, ...appointments.map(row)]
}
