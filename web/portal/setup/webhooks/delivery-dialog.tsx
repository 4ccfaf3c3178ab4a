import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { AttemptOutcome, Code, prettyJson } from './attempt.tsx'
import { oneDelivery, type DeliveryDetail } from './webhook-queries.ts'
import { deliveryStates } from './webhook-text.ts'

/** What was sent of one event, each answer, and a button to send it again. */
export function DeliveryDialog({
  endpointId,
  deliveryId,
  onClose,
}: {
  readonly endpointId: string
  readonly deliveryId: string
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const { data, error } = useQuery({
    ...oneDelivery(useHolder(), endpointId, deliveryId),
    refetchInterval: ({ state }) => (state.data?.state === 'due' ? whileDueMs : false),
  })
  return (
    <Dialog isOpen isWide onClose={onClose} title={data?.eventType ?? t`Event`}>
      {data ? (
        <Detail endpointId={endpointId} delivery={data} />
      ) : error ? (
        <ErrorNote error={error} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

const whileDueMs = 2_000

function Detail({ endpointId, delivery }: { readonly endpointId: string; readonly delivery: DeliveryDetail }) {
  const { t, i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const at = (instant: string) => formatShortDayTime(instant, currentLocale(), defaultTimezone)
  const { request, attemptList, state, nextAttemptAt } = delivery
  const next = nextAttemptAt === null ? null : at(nextAttemptAt)
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <StatusPill tone={deliveryStates[state].tone}>{i18n._(deliveryStates[state].name)}</StatusPill>
          <span className="text-muted">
            {next === null ? at(delivery.createdAt) : <Trans>Next attempt: {next}</Trans>}
          </span>
        </p>
        <SendAgain endpointId={endpointId} deliveryId={delivery.id} />
      </div>
      <section aria-label={t`Answer`}>
        <h3 className="mb-2 font-medium">{t`Answer`}</h3>
        {attemptList.length === 0 && (
          <p className="text-muted">
            <Trans>Nothing was sent yet</Trans>
          </p>
        )}
        <ol className="flex flex-col gap-3">
          {attemptList.map((attempt) => (
            <li key={attempt.at}>
              <AttemptOutcome attempt={attempt} when={at(attempt.at)} />
            </li>
          ))}
        </ol>
      </section>
      <section aria-label={t`What was sent`}>
        <h3 className="mb-2 font-medium">{t`What was sent`}</h3>
        <Code>{[`POST ${request.url}`, ...headers, '', prettyJson(request.body)].join('\n')}</Code>
      </section>
    </div>
  )
}

function SendAgain({ endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string }) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId, setClientRequestId] = useState(() => crypto.randomUUID())
  const resend = useMutation({
    mutationFn: () =>
      call('resendWebhookDelivery', {
        params: { platformHolderId: holder, endpointId, deliveryId },
        body: { clientRequestId },
      }),
    onSuccess: async ({ state }) => {
      setClientRequestId(crypto.randomUUID())
      const count = formatCount(1, currentLocale())
      toast(state === 'held' ? t`This waits until the webhook is switched on again.` : t`Sent again: ${count}`)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['getWebhookDelivery'] }),
        queries.invalidateQueries({ queryKey: ['listWebhookDeliveries'] }),
      ])
    },
  })
  return (
    <>
      <Button isPending={resend.isPending} onPress={() => resend.mutate()}>
        <Trans>Send again</Trans>
      </Button>
      {resend.error && (
        <div className="basis-full">
          <ErrorNote error={resend.error} />
        </div>
      )}
    </>
  )
}
