import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { LinkButton } from '#web/ui/button/button.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { rowLink, Table } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount, formatMilliseconds, formatShare } from '#web/ui/numbers.ts'
import { useHolder } from '../../holder.ts'
import { SetupPage } from '../setup-page.tsx'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'
import { WebhookPicture } from './webhook-picture.tsx'
import { readEveryMs, webhookList, type Webhook } from './webhook-queries.ts'
import { webhookState } from './webhook-text.ts'

const route = getRouteApi('/shell/setup/webhooks')
const webhooksMax = 10

/** The systems that are called of events, and how that goes. */
export function WebhooksPage() {
  const { t, i18n } = useLingui()
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { items } = useSuspenseQuery({ ...webhookList(useHolder()), refetchInterval: readEveryMs }).data
  const locale = currentLocale()
  const add = (
    <LinkButton to="/setup/webhooks" search={{ edit: 'new' }} look="primary" icon={<Plus aria-hidden size={16} />}>
      <Trans>Add a webhook</Trans>
    </LinkButton>
  )
  return (
    <SetupPage
      title={t`Webhooks`}
      lead={t`Your own systems hear at once what becomes of appointments, reminders and requests.`}
      actions={
        items.length > 0 && (
          <>
            <EventsLink />
            {items.length < webhooksMax && add}
          </>
        )
      }
    >
      <Table
        label={t`Webhooks`}
        rows={items}
        keyOf={({ id }) => id}
        emptyState={
          <EmptyState icon={<WebhookPicture />} title={t`No webhooks yet`} action={add}>
            <Trans>
              Give an address of your system: it is called as soon as somebody confirms or cancels. A call has no names,
              numbers or texts.
            </Trans>
          </EmptyState>
        }
        columns={[
          {
            id: 'url',
            title: t`Address`,
            isTyped: true,
            cell: ({ id, url, description }) => (
              <>
                <Link to="/setup/webhooks/$endpointId" params={{ endpointId: id }} {...rowLink}>
                  <bdi dir="ltr">{url}</bdi>
                </Link>
                {description !== '' && <span className="block text-muted">{description}</span>}
              </>
            ),
          },
          {
            id: 'state',
            title: t`Status`,
            onCard: 'end',
            cell: (webhook) => {
              const { tone, name } = webhookState(webhook)
              return <StatusPill tone={tone}>{i18n._(name)}</StatusPill>
            },
          },
          {
            id: 'succeeded',
            title: t`Received in 24 hours`,
            isNumber: true,
            cell: ({ health }) => formatShare(health.succeeded, health.attempts, locale),
          },
          {
            id: 'p95',
            title: t`95% answered within`,
            isNumber: true,
            isSecondary: true,
            cell: (webhook) => <AnswerTime webhook={webhook} />,
          },
          {
            id: 'waiting',
            title: t`Waiting`,
            isNumber: true,
            cell: ({ health }) => formatCount(health.waiting, locale),
          },
        ]}
      />
      {edit === 'new' && (
        <NewWebhookDialog
          onClose={() => void navigate({ search: {}, replace: true, ignoreBlocker: true })}
          onMade={(endpointId) =>
            void navigate({ to: '/setup/webhooks/$endpointId', params: { endpointId }, ignoreBlocker: true })
          }
        />
      )}
    </SetupPage>
  )
}

export function EventsLink() {
  return (
    <LinkButton to="/setup/webhooks/events" look="quiet">
      <Trans>Events, with examples</Trans>
    </LinkButton>
  )
}

/** Within how many milliseconds nearly all calls were answered. */
export function AnswerTime({ webhook: { health } }: { readonly webhook: Webhook }) {
  if (health.p95Ms === null) return '–'
  return formatMilliseconds(health.p95Ms, currentLocale())
}
