import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '#web/api/clock.ts'
import { read } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { instantOf } from '#/locales/zoned-time.ts'
import { addDays, dayOf } from '#web/ui/time/days.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import { closestLocale, directionOf, type Locale } from '#web/ui/language/locales.ts'
import { useHolder, useProfile } from '../holder.ts'
import { useNextStep } from './use-next-step.ts'

/** What somebody will read, for an example appointment a week from now, in any language. */
export function PreviewStep() {
  const { t } = useLingui()
  const { defaultLocale, defaultTimezone: timezone } = useProfile()
  const goOn = useNextStep('preview')
  const [locale, setLocale] = useState<Locale>(closestLocale(defaultLocale) ?? 'nl')
  const startsAt = instantOf(addDays(dayOf(now(), timezone), 7), '10:30', timezone).toISOString()
  const { data, error, refetch } = useQuery(
    read('previewHolderReminder', {
      params: { platformHolderId: useHolder() },
      body: { startsAt, timezone, locale, channel: 'sms' },
    }),
  )
  const when = (instant: string) => formatDateTime(instant, currentLocale(), timezone)
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-sm">
        <Select label={t`Language of the person`} choices={languageChoices} value={locale} onChange={setLocale} />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <figure className="max-w-md">
          <blockquote
            lang={locale}
            dir={directionOf(locale)}
            className="min-h-24 rounded-lg bg-sunken px-4 py-3 text-base whitespace-pre-wrap"
          >
            {data ? data.text : <Skeleton className="h-16 w-full" />}
          </blockquote>
          <figcaption className="mt-2 min-h-5 text-xs text-muted">
            {data?.segments && (
              <Plural value={data.segments} one="Counts as # text message" other="Counts as # text messages" />
            )}
          </figcaption>
        </figure>
      )}
      {data && data.steps.length > 0 && (
        <div>
          <p className="mb-1 font-medium">
            <Trans>For an appointment on {when(startsAt)}, reminders are sent on</Trans>
          </p>
          <ul className="list-disc ps-5 text-muted">
            {data.steps.map(({ dueAt }) => (
              <li key={dueAt}>{when(dueAt)}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button look="primary" onPress={() => void goOn()}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </div>
  )
}
