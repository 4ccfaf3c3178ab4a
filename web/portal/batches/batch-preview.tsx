import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarPlus, CalendarX } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { formatCount } from '#web/ui/numbers.ts'
import { Section } from '#web/ui/page.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { reasonText } from '../appointments/reason-text.ts'
import { useHolder } from '../holder.ts'
import { call, changedByBatch, isTooMany, type BatchInput, type Preview } from './batch-queries.ts'
import { tooMany } from './batch-text.ts'
import { Figures } from './figures.tsx'
import { QuietHoursNote } from './quiet-hours-note.tsx'

/** What people would be told and whom somebody has to call, over the one button that confirms it. */
export function BatchPreview({
  action,
  preview: { data, error, refetch },
}: {
  readonly action: BatchInput['action']
  readonly preview: Pick<UseQueryResult<Preview>, 'data' | 'error' | 'refetch'>
}) {
  const { t, i18n } = useLingui()
  if (isTooMany(error)) return <EmptyState icon={<CalendarX aria-hidden size={24} />} title={i18n._(tooMany)} />
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div aria-busy className="min-w-0">
        <Skeleton className="h-96 w-full" />
      </div>
    )
  if (data.appointments === 0)
    return <EmptyState icon={<CalendarPlus aria-hidden size={24} />} title={t`No appointments on this day`} />
  return (
    <div className="min-w-0">
      <Figures
        figures={[
          { id: 'appointments', name: t`Appointments`, value: data.appointments },
          { id: 'sms', name: t`Text message`, value: data.channels.sms },
          { id: 'email', name: t`E-mail`, value: data.channels.email },
          { id: 'call', name: t`To call`, value: data.channels.none },
        ]}
      />
      <Confirm action={action} preview={data} onRefused={() => void refetch()} />
      <Words preview={data} />
      {data.mustCall.length > 0 && <MustCall mustCall={data.mustCall} />}
    </div>
  )
}

function Confirm({
  action,
  preview,
  onRefused,
}: {
  readonly action: BatchInput['action']
  readonly preview: Preview
  readonly onRefused: () => void
}) {
  const { previewToken, channels, sourceManaged, afterQuietHours, lastDueAt } = preview
  const platformHolderId = useHolder()
  const navigate = useNavigate()
  const queries = useQueryClient()
  // One intent for each preview: pressed again after a lost answer it does nothing twice.
  const clientRequestId = useMemo(() => crypto.randomUUID(), [previewToken])
  const confirm = useMutation({
    mutationFn: () =>
      call('createHolderBatch', { params: { platformHolderId }, body: { clientRequestId, previewToken } }),
    onSuccess: async ({ id }) => {
      await readAnew(queries, changedByBatch)
      await navigate({ to: '/batches', search: { batch: id } })
    },
    onError: onRefused,
  })
  const told = channels.sms + channels.email
  return (
    <div className="mb-8 flex flex-col gap-3">
      <ErrorNote error={confirm.error} />
      <QuietHoursNote count={afterQuietHours} until={lastDueAt} />
      {sourceManaged > 0 && action !== 'delay' && (
        <p className="text-muted">
          <Trans>From another system: {sourceManaged}. Change them there too.</Trans>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look={action === 'cancel' ? 'danger' : 'primary'}
          isDisabled={confirm.isPending || (action === 'delay' && told === 0)}
          onPress={() => confirm.mutate()}
        >
          {action === 'cancel' ? (
            <Plural value={preview.appointments} one="Cancel # appointment" other="Cancel # appointments" />
          ) : action === 'postpone' ? (
            <Trans>Postpone ({preview.appointments})</Trans>
          ) : (
            <Trans>Announce the delay ({told})</Trans>
          )}
        </Button>
        <span className="text-muted">
          <Plural value={preview.segments} one="Counts as # text message" other="Counts as # text messages" />
        </span>
      </div>
    </div>
  )
}

function Words({ preview: { languages } }: { readonly preview: Preview }) {
  const { t } = useLingui()
  return (
    <Section title={t`What people read`}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
        {languages.map(({ locale, people, text, subject }) => (
          <li key={locale} className="rounded-lg border border-line bg-surface p-4">
            <p className="mb-2 flex items-baseline justify-between gap-2 font-medium">
              <span lang={locale}>{languageNames[locale]}</span>
              <span className="text-sm font-normal text-muted tabular-nums">
                {formatCount(people, currentLocale())}
              </span>
            </p>
            <p
              lang={locale}
              dir="auto"
              className="line-clamp-6 rounded-lg bg-sunken px-3 py-2 text-sm wrap-anywhere whitespace-pre-line"
            >
              {subject ?? text}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function MustCall({ mustCall }: { readonly mustCall: Preview['mustCall'] }) {
  const { t, i18n } = useLingui()
  return (
    <Section title={t`To call`}>
      <p className="mb-3 text-muted">
        <Trans>No message reaches these people. Their list is ready as soon as you confirm.</Trans>
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {mustCall.map(({ reasonCode, count }) => (
          <li key={reasonCode} className="flex justify-between gap-4 px-4 py-2.5">
            <span>{i18n._(reasonText[reasonCode])}</span>
            <span className="font-medium tabular-nums">{count}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
