import { Trans } from '@lingui/react/macro'
import { Moon } from 'lucide-react'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useProfile } from '../holder.ts'

/** How many messages wait for the end of quiet hours, and until when; nothing where none does. */
export function QuietHoursNote({ count, until }: { readonly count: number; readonly until: string | null }) {
  const { defaultTimezone } = useProfile()
  if (count === 0 || until === null) return null
  const locale = currentLocale()
  const waiting = formatCount(count, locale)
  const time = formatShortDayTime(until, locale, defaultTimezone)
  return (
    <p className="flex items-start gap-2 text-muted">
      <Moon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        <Trans>
          Waiting until the hours without messages are over: {waiting}. The last message leaves on {time}.
        </Trans>
      </span>
    </p>
  )
}
