import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Section } from '#web/ui/page.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { FirstDay } from '../appointments/list/first-day.tsx'
import { useFilterChoices } from '../appointments/list/filter-choices.ts'
import { useHolder, useProfile } from '../holder.ts'
import { daysOf, filterOf } from './batch-filter.ts'
import { actions, reasons } from './batch-text.ts'
import { previewOf, recentBatches, type BatchInput } from './batch-queries.ts'
import { BatchPreview } from './batch-preview.tsx'
import type { BatchSearch } from './routes.ts'

const route = getRouteApi('/shell/batches')
const delays = [10, 15, 20, 30, 45, 60, 90, 120]

/** What happens, to which appointments; beside it at once what people would be told. */
export function PrepareBatch() {
  const { t, i18n } = useLingui()
  const [action, setAction] = useState<BatchInput['action']>('cancel')
  const [reason, setReason] = useState<BatchInput['reason']>('ill')
  const [delayMinutes, setDelay] = useState(30)
  const search = route.useSearch()
  const { defaultTimezone: timeZone } = useProfile()
  // A delay is of today.
  const filter = filterOf(action === 'delay' ? { ...search, day: undefined, until: undefined } : search, timeZone)
  const input: BatchInput = { action, reason, filter, ...(action === 'delay' ? { delayMinutes } : {}) }
  const preview = useQuery(previewOf(useHolder(), input))
  const leftOut = preview.data === undefined ? 0 : (search.ids?.length ?? 0) - preview.data.appointments
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-8 @min-[50rem]:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-5">
          <RadioGroup
            label={t`Appointments`}
            choices={(['cancel', 'postpone', 'delay'] as const).map((id) => ({
              id,
              name: i18n._(actions[id].name),
              note: i18n._(actions[id].note),
            }))}
            value={action}
            onChange={setAction}
          />
          {action === 'delay' && (
            <Select
              label={t`Minutes later`}
              choices={delays.map((minutes) => ({ id: String(minutes), name: String(minutes) }))}
              value={String(delayMinutes)}
              onChange={(id) => setDelay(Number(id))}
            />
          )}
          <Which isToday={action === 'delay'} />
          <Select
            label={t`Reason`}
            hint={t`For your colleagues; no message says it.`}
            choices={(['ill', 'closed', 'technical', 'other'] as const).map((id) => ({
              id,
              name: i18n._(reasons[id]),
            }))}
            value={reason}
            onChange={setReason}
          />
        </div>
        <div className="min-w-0">
          {leftOut > 0 && (
            <p className="mb-5 text-muted">
              <Trans>
                Left out of your selection: {leftOut}. Only 14 days can be done at once, and a delay only today.
              </Trans>
            </p>
          )}
          <BatchPreview action={action} preview={preview} />
        </div>
      </div>
      <Recent />
    </div>
  )
}

/** Which days, location and type, unless single ones were selected. */
function Which({ isToday }: { readonly isToday: boolean }) {
  const { t } = useLingui()
  const search = route.useSearch()
  const { location, type, ids, without } = search
  const navigate = route.useNavigate()
  const { defaultTimezone: timeZone } = useProfile()
  const choices = useFilterChoices(true)
  if (ids !== undefined) return null
  const days = daysOf(search, timeZone)
  const narrow = (change: Pick<BatchSearch, 'day' | 'until' | 'location' | 'type'>) =>
    void navigate({ search: (kept) => ({ ...kept, ...change }), replace: true })
  const orNone = (id: string) => (id === '' ? undefined : id)
  return (
    <>
      {!isToday && (
        <div className="grid grid-cols-2 gap-3">
          <FirstDay
            label={t({ message: 'From', context: 'first day' })}
            day={days.from}
            onChange={(day) => narrow({ day })}
          />
          <FirstDay
            label={t({ message: 'Until', context: 'last day' })}
            day={days.until}
            onChange={(until) => narrow({ until })}
          />
        </div>
      )}
      <Select
        label={choices.location.label}
        choices={[{ id: '', name: t`Any` }, ...choices.location.choices]}
        value={location ?? ''}
        onChange={(id) => narrow({ location: orNone(id) })}
      />
      <Select
        label={choices.type.label}
        choices={[{ id: '', name: t`Any` }, ...choices.type.choices]}
        value={type ?? ''}
        onChange={(id) => narrow({ type: orNone(id) })}
      />
      {without !== undefined && (
        <p className="text-muted">
          <Trans>Left out in the list: {without.length}</Trans>
        </p>
      )}
    </>
  )
}

/** What was done so before. */
function Recent() {
  const { t, i18n } = useLingui()
  const { defaultTimezone: timeZone } = useProfile()
  const { items } = useSuspenseQuery(recentBatches(useHolder())).data
  if (items.length === 0) return null
  return (
    <div className="mt-10">
      <Section title={t`Earlier`}>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {items.map(({ id, action, createdAt, progress, appointments }) => (
            <li key={id} className="relative px-4 py-3 has-[a]:hover:bg-sunken">
              <Link to="/batches" search={{ batch: id }} className="font-medium after:absolute after:inset-0">
                {i18n._(actions[action].name)}
              </Link>
              <span className="block text-muted">
                {formatShortDayTime(createdAt, currentLocale(), timeZone)}
                {' · '}
                <Trans>
                  {progress.told} of {appointments} told
                </Trans>
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
