import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import { closestLocale, directionOf, type Locale } from '#web/ui/language/locales.ts'
import { reasonText } from '../../appointments/reason-text.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { offsetWords } from './offset.ts'
import { reminderPreview, type Channel, type PolicyDraft, type Preview, type PreviewSearch } from './preview-queries.ts'

/** The reminder as it would arrive, beside the form that changes it. Its language and channel are in the address. */
export function ReminderPreview({
  policy,
  appointmentTypeId = null,
}: {
  /** What is being changed. */
  readonly policy: PolicyDraft
  readonly appointmentTypeId?: string | null
}) {
  const { t } = useLingui()
  const holder = useHolder()
  const { defaultTimezone: timezone, defaultLocale } = useProfile()
  const search: PreviewSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const locale = search.lang ?? closestLocale(defaultLocale) ?? 'nl'
  const channel: Channel = search.channel ?? 'sms'
  const example = useSettled({ policy, appointmentTypeId, locale, channel })
  const { data, error } = useQuery(reminderPreview(holder, timezone, example))
  const show = (change: PreviewSearch) =>
    void navigate({ to: '.', search: (before: PreviewSearch) => ({ ...before, ...change }), replace: true })
  return (
    <section aria-label={t`Preview`} className="lg:sticky lg:top-6 lg:self-start">
      <h2 className="mb-4 text-base font-semibold">
        <Trans>Preview</Trans>
      </h2>
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <Select label={t`Language`} choices={languageChoices} value={locale} onChange={(lang) => show({ lang })} />
        <Select
          label={t`Sent as`}
          choices={[
            { id: 'sms', name: t`Text message` },
            { id: 'email', name: t`E-mail` },
          ]}
          value={channel}
          onChange={(chosen) => show({ channel: chosen === 'email' ? chosen : undefined })}
        />
      </div>
      {data ? (
        <div aria-live="polite" className={error ? 'opacity-60' : ''}>
          <Message preview={data} locale={example.locale} />
          <Moments steps={data.steps} timezone={timezone} />
        </div>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      {error && (
        <p role="status" className="mt-3 text-warn">
          <Trans>The preview appears once everything next to it is filled in.</Trans>
        </p>
      )}
    </section>
  )
}

function Message({ preview, locale }: { readonly preview: Preview; readonly locale: Locale }) {
  const { text, subject, segments } = preview
  return (
    <figure>
      <blockquote
        lang={locale}
        dir={directionOf(locale)}
        className={
          segments === null
            ? 'rounded-lg border border-line bg-surface px-5 py-4'
            : 'rounded-lg rounded-ss-sm bg-sunken px-4 py-3'
        }
      >
        {subject !== null && <p className="mb-3 border-b border-line pb-3 font-medium">{subject}</p>}
        <p className="whitespace-pre-wrap">{text}</p>
      </blockquote>
      {segments !== null && (
        <figcaption className="mt-2 text-xs text-muted">
          <Size preview={preview} segments={segments} />
        </figcaption>
      )}
    </figure>
  )
}

function Size({ preview, segments }: { readonly preview: Preview; readonly segments: number }) {
  const { text, encoding, offendingCharacters } = preview
  const characters = [...text].length
  const letters = offendingCharacters.slice(0, 8).join(' ')
  return (
    <>
      <p>
        <Plural value={characters} one="# character" other="# characters" />
        {' · '}
        {encoding === 'gsm7' ? <Trans>plain letters (GSM-7)</Trans> : <Trans>all letters (UCS-2)</Trans>}
        {' · '}
        <Plural value={segments} one="counts as # text message" other="counts as # text messages" />
      </p>
      {letters !== '' && encoding !== 'gsm7' && (
        <p className="mt-1">
          <Trans>
            These letters leave less room: <bdi>{letters}</bdi>
          </Trans>
        </p>
      )}
    </>
  )
}

/** When each reminder would leave for the example, and why at another time or not at all. */
function Moments({ steps, timezone }: { readonly steps: Preview['steps']; readonly timezone: string }) {
  const { t, i18n } = useLingui()
  const locale = currentLocale()
  if (steps.length === 0) return null
  return (
    <dl className="mt-5 divide-y divide-line border-t border-line text-sm">
      {steps.map(({ offset, dueAt, movedBecause, skippedBecause }) => (
        <div key={offset} className="flex flex-wrap justify-between gap-x-4 py-2">
          <dt className="text-muted">{t`${{ length: offsetWords(offset) }} before`}</dt>
          <dd className={skippedBecause === null ? '' : 'text-muted line-through'}>
            {formatShortDayTime(dueAt, locale, timezone)}
          </dd>
          {movedBecause !== null && (
            <dd className="w-full text-xs text-muted">
              {movedBecause === 'quiet_hours_earlier' ? (
                <Trans>Earlier, because of the hours without messages.</Trans>
              ) : (
                <Trans>Later, because of the hours without messages.</Trans>
              )}
            </dd>
          )}
          {skippedBecause !== null && (
            <dd className="w-full text-xs text-warn">{i18n._(reasonText[skippedBecause])}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** The value, debounced, so that typing asks the server once. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as T), 250)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
