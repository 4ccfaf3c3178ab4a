import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount, formatShare } from '#web/ui/numbers.ts'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { SetupPage } from '../setup-page.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { oneWebhook, readEveryMs, type Webhook } from './webhook-queries.ts'
import { webhookState } from './webhook-text.ts'
import { AnswerTime } from './webhooks-page.tsx'

const route = getRouteApi('/shell/setup/webhooks/$endpointId')

/** One webhook: how it is doing, and what it was told. */
export function WebhookPage() {
  const { t, i18n } = useLingui()
  const { endpointId } = route.useParams()
  const webhook = useSuspenseQuery({ ...oneWebhook(useHolder(), endpointId), refetchInterval: readEveryMs }).data
  const { tone, name } = webhookState(webhook)
  return (
    <SetupPage
      list={{ to: '/setup/webhooks', name: t`Webhooks` }}
      title={new URL(webhook.url).host}
      lead={
        <>
          <bdi dir="ltr" className="wrap-anywhere">
            {webhook.url}
          </bdi>
          {webhook.description !== '' && <span className="block">{webhook.description}</span>}
        </>
      }
      actions={<WebhookActions webhook={webhook} />}
    >
      <Notice webhook={webhook} />
      <dl className="mb-8 flex flex-wrap gap-x-10 gap-y-4 rounded-lg border border-line bg-surface px-5 py-4">
        <Figure name={t`Status`}>
          <StatusPill tone={tone}>{i18n._(name)}</StatusPill>
        </Figure>
        <Health webhook={webhook} />
      </dl>
      <Deliveries webhook={webhook} />
    </SetupPage>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1 font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function Health({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useLingui()
  const locale = currentLocale()
  const { defaultTimezone } = useProfile()
  const { attempts, succeeded, waiting, oldestWaitingAt, lastSuccessAt } = webhook.health
  const at = (instant: string) => formatShortDayTime(instant, locale, defaultTimezone)
  return (
    <>
      <Figure name={t`Received in 24 hours`}>{formatShare(succeeded, attempts, locale)}</Figure>
      <Figure name={t`95% answered within`}>
        <AnswerTime webhook={webhook} />
      </Figure>
      <Figure name={t`Waiting`}>{formatCount(waiting, locale)}</Figure>
      {oldestWaitingAt !== null && <Figure name={t`Waiting since`}>{at(oldestWaitingAt)}</Figure>}
      {lastSuccessAt !== null && <Figure name={t`Last received`}>{at(lastSuccessAt)}</Figure>}
    </>
  )
}

/** What somebody should know first. */
function Notice({ webhook: { status, disabledReason, health } }: { readonly webhook: Webhook }) {
  const { defaultTimezone } = useProfile()
  const since =
    health.failingSince === null ? null : formatShortDayTime(health.failingSince, currentLocale(), defaultTimezone)
  if (status === 'enabled' && since === null) return null
  return (
    <p className="mb-5 flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        {status === 'enabled' && (
          <Trans>It has not received anything since {since}. We keep trying for five days.</Trans>
        )}
        {disabledReason === 'gone' && <Trans>It answered that it no longer exists (410).</Trans>}{' '}
        {disabledReason === 'failing' && <Trans>It received nothing for five days.</Trans>}{' '}
        {status !== 'enabled' && <Trans>It is not called. What happens meanwhile waits for it, 30 days at most.</Trans>}
      </span>
    </p>
  )
}
