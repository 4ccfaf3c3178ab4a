import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { SetupPage } from '../setup-page.tsx'
import { CalendarChoice } from './calendar-choice.tsx'
import { ConnectButton } from './connect-button.tsx'
import { DisconnectButton } from './disconnect-button.tsx'
import { integrationList, type Connection, type Integration } from './integration-queries.ts'
import { bannerText, connectionStatuses, failureText } from './integration-text.ts'
import { LeftOutEvents } from './left-out-events.tsx'

export function IntegrationsPage() {
  const { t } = useLingui()
  // Whoever is being set up came from that page, perhaps by way of the calendar's own.
  const isNew = useProfile().status === 'draft'
  const { items } = useSuspenseQuery({
    ...integrationList(useHolder()),
    // Picks up a permission that was given in another window.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ connection }) => connection.status === 'authorization_pending') ? 4_000 : 60_000,
  }).data
  return (
    <SetupPage
      title={t`Calendars`}
      lead={t`Appointments in your own calendar are read from it, and people are reminded of them. Nothing is ever written to it.`}
      actions={
        isNew && (
          <LinkButton to="/welcome/$step" params={{ step: 'calendar' }}>
            <Trans>Continue setting up</Trans>
          </LinkButton>
        )
      }
    >
      <ul className="flex flex-col gap-5">
        {items.map((integration) => (
          <li key={integration.id}>
            <IntegrationPanel integration={integration} />
          </li>
        ))}
      </ul>
    </SetupPage>
  )
}

function IntegrationPanel({ integration }: { readonly integration: Integration }) {
  const { i18n } = useLingui()
  const { name, description, connection, available } = integration
  const { tone, name: statusName } = connectionStatuses[connection.status]
  const isConnected = connection.status === 'connected' || connection.status === 'action_required'
  return (
    <section aria-label={name} className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base font-semibold">{name}</h2>
            <StatusPill tone={tone}>{i18n._(statusName)}</StatusPill>
          </div>
          <p className="mt-0.5 text-muted">{isConnected ? <Facts connection={connection} /> : description}</p>
          {!available && (
            <p className="mt-1 text-muted">
              <Trans>This kind of calendar is not set up at Tijdig. Ask us for it.</Trans>
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {connection.status !== 'connected' && <ConnectButton integration={integration} />}
          {isConnected && <DisconnectButton integration={integration} />}
        </div>
      </div>
      <Problem connection={connection} />
      {isConnected && <CalendarChoice key={integration.id} integration={integration} />}
      {isConnected && <LeftOutEvents connection={connection} />}
    </section>
  )
}

function Facts({ connection: { accountLabel, lastSuccessAt } }: { readonly connection: Connection }) {
  const { defaultTimezone } = useProfile()
  const readAt = lastSuccessAt === null ? null : formatDateTime(lastSuccessAt, currentLocale(), defaultTimezone)
  return (
    <>
      {accountLabel !== null && <bdi className="me-3">{accountLabel}</bdi>}
      {readAt === null ? <Trans>Not read yet</Trans> : <Trans>Last read on {readAt}</Trans>}
    </>
  )
}

function Problem({ connection: { banner, lastErrorCode, status } }: { readonly connection: Connection }) {
  const { i18n } = useLingui()
  const text = banner
    ? bannerText[banner.code]
    : lastErrorCode && status !== 'disconnected'
      ? failureText[lastErrorCode]
      : null
  if (text === null) return null
  return (
    <p className="mx-5 mb-4 flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      {i18n._(text)}
    </p>
  )
}
