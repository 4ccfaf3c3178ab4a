import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { differences, type FieldText } from '#web/ui/change/differences.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { formatDayTime, formatTime } from '#web/ui/time/dates.ts'
import type { Found } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../holder.ts'
import { answerOf } from './answer-pill.tsx'
import { oneAppointment } from './appointment-queries.ts'
import type { Appointment } from './delivery-pill.tsx'

/**
 * Reads an appointment again, for a change of it that was refused, and tells what is different from what is shown.
 *
 * @param isDone whether the change was made after all, and only its answer was lost
 */
export function useAppointmentAgain<Variables = void>(
  shown: Appointment,
): (variables: Variables) => Promise<Found<never>>
export function useAppointmentAgain<Variables = void>(
  shown: Appointment,
  isDone: (now: Appointment, variables: Variables) => boolean | Promise<boolean>,
): (variables: Variables) => Promise<Found<Appointment>>
export function useAppointmentAgain<Variables>(
  shown: Appointment,
  isDone: (now: Appointment, variables: Variables) => boolean | Promise<boolean> = () => false,
): (variables: Variables) => Promise<Found<Appointment>> {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const fields = useAppointmentText()
  return async (variables) => {
    const now = await queries.fetchQuery({ ...oneAppointment(holder, shown.id), staleTime: 0 })
    if (await isDone(now, variables)) return { stored: now }
    const isOver = now.status === 'cancelled' && shown.status !== 'cancelled'
    // What was pressed goes away with what can be done.
    if (isOver) toast(t`Somebody else cancelled this appointment in the meantime.`)
    return { differences: differences(shown, now, fields), isOver }
  }
}

/** An appointment in words. */
function useAppointmentText(): FieldText<Appointment> {
  const { t, i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const locale = currentLocale()
  return {
    startsAt: {
      name: t`When`,
      text: ({ startsAt, endsAt, timezone }) =>
        `${formatDayTime(startsAt, locale, timezone)} – ${formatTime(endsAt, locale, timezone, defaultTimezone)}`,
    },
    status: { name: t`Answer`, text: (one) => i18n._(answerOf(one).name) },
    recipient: {
      name: t({ message: 'Name', context: 'of a person' }),
      text: ({ recipient: { displayName, phoneNumberE164, email, locale: language } }) =>
        [displayName, phoneNumberE164, email, language && languageNames[language]].filter(Boolean).join(', '),
    },
    title: { name: t`Title`, text: ({ title }) => title },
    place: { name: t`Where`, text: ({ place }) => place ?? '' },
  }
}
