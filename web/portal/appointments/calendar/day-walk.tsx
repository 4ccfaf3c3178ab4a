import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatDay } from '#web/ui/time/dates.ts'
import { addDays, startOfDay } from '#web/ui/time/days.ts'
import { FirstDay } from '../list/first-day.tsx'

const route = getRouteApi('/shell/appointments')

/** The days shown, with ways to those before and after, and to any day. */
export function DayWalk({
  day,
  days,
  timeZone,
}: {
  /** The one that is asked for. */
  readonly day: string
  readonly days: readonly string[]
  readonly timeZone: string
}) {
  const { t } = useLingui()
  const navigate = route.useNavigate()
  const go = (to: string | undefined) => void navigate({ search: (kept) => ({ ...kept, day: to }) })
  const words = (one: string) => formatDay(startOfDay(one, timeZone), currentLocale(), timeZone)
  const [first = day] = days
  const isOne = days.length === 1
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      <span className="flex flex-wrap items-end gap-2 print:hidden">
        <IconButton label={isOne ? t`Previous day` : t`Previous week`} onPress={() => go(addDays(first, -days.length))}>
          <ChevronLeft aria-hidden size={18} className="rtl:rotate-180" />
        </IconButton>
        <IconButton label={isOne ? t`Next day` : t`Next week`} onPress={() => go(addDays(first, days.length))}>
          <ChevronRight aria-hidden size={18} className="rtl:rotate-180" />
        </IconButton>
        <Button onPress={() => go(undefined)}>
          <Trans>Today</Trans>
        </Button>
        <FirstDay label={t`Day`} day={day} onChange={go} />
      </span>
      <p role="status" className="py-1.5 font-medium">
        {isOne ? words(first) : `${words(first)} – ${words(addDays(first, days.length - 1))}`}
      </p>
      <span className="ms-auto print:hidden">
        <Button icon={<Printer aria-hidden size={16} />} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </span>
    </div>
  )
}
