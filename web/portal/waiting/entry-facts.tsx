import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Joined } from '#web/ui/data/joined.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatDayTime } from '#web/ui/time/dates.ts'
import { useProfile } from '../holder.ts'
import type { WaitingEntry } from './waiting-queries.ts'

/** What tells whose an entry is: name, contact and appointments. */
export function EntryFacts({ entry }: { readonly entry: WaitingEntry }) {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  const { displayName, phoneNumberMasked, emailMasked, appointmentCount, lastAppointment, nextAppointment } = entry
  const counted = plural(appointmentCount, { one: '# appointment', other: '# appointments' })
  const [next, last] = [nextAppointment, lastAppointment].map(
    (time) => time && formatDayTime(time.startsAt, currentLocale(), time.timezone, defaultTimezone),
  )
  return (
    <span className="min-w-0">
      <span className="block font-medium">
        <bdi>{displayName}</bdi>
      </span>
      <span className="block text-xs text-muted">
        <Joined facts={[counted, phoneNumberMasked, emailMasked]} />
      </span>
      {next && <span className="block text-xs text-muted">{t`Next: ${next}`}</span>}
      {last && <span className="block text-xs text-muted">{t`Last: ${last}`}</span>}
    </span>
  )
}
