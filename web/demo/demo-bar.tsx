import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarClock, FlaskConical, RotateCcw } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { formatDay, formatTime } from '#web/ui/time/dates.ts'
import { Select } from '#web/ui/form/select.tsx'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import { zone } from './demo-api.ts'

/** The bar above both sides: that nothing is real, the clock, the language, and starting over. */
export function DemoBar({
  now,
  isMoving,
  isResetting,
  onNextDay,
  onReset,
}: {
  readonly now: string
  readonly isMoving: boolean
  readonly isResetting: boolean
  readonly onNextDay: () => void
  readonly onReset: () => void
}) {
  const { t } = useLingui()
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-3 py-2 lg:px-6 lg:py-3">
      <h1 translate="no" className="flex items-center gap-2 text-base font-semibold tracking-tight">
        <img src="/favicon.svg" alt="" width={22} height={22} />
        Tijdig
      </h1>
      <p className="inline-flex items-center gap-2 rounded-full bg-warn-soft px-3 py-1 text-xs font-medium text-warn">
        <FlaskConical aria-hidden size={14} />
        <Trans>Test environment: no real messages are sent</Trans>
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:ms-auto">
        <p role="status" className="text-sm text-muted tabular-nums">
          <span className="inline-block first-letter:uppercase">{formatDay(now, currentLocale(), zone)}</span>
          {', '}
          {formatTime(now, currentLocale(), zone)}
        </p>
        <Button icon={<CalendarClock aria-hidden size={16} />} isPending={isMoving} onPress={onNextDay}>
          <Trans>+1 day</Trans>
        </Button>
        <div className="w-40 sm:w-44 [&_label]:sr-only">
          <Select
            label={t`Language of both sides`}
            choices={languageChoices}
            value={currentLocale()}
            onChange={changeLocale}
          />
        </div>
        <Button look="quiet" icon={<RotateCcw aria-hidden size={16} />} isPending={isResetting} onPress={onReset}>
          <Trans>Start over</Trans>
        </Button>
      </div>
    </header>
  )
}
