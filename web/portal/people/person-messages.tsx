import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Joined } from '#web/ui/data/joined.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Table, rowLink, type Column } from '#web/ui/data/table.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Section } from '#web/ui/page.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { reasonText } from '../appointments/reason-text.ts'
import { attemptStates, kindNames } from '../appointments/timeline-of.ts'
import { useHolder, useProfile } from '../holder.ts'
import { messagesToPerson, type PersonSearch, type SentMessage } from './people-queries.ts'

const route = getRouteApi('/shell/people/$personId')

/** What was sent to a person, and what became of it. */
export function PersonMessages() {
  const { t, i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const locale = currentLocale()
  const { personId } = route.useParams()
  const { messages: pageToken } = route.useSearch()
  const navigate = route.useNavigate()
  const { items, nextPageToken } = useSuspenseQuery(messagesToPerson(useHolder(), personId, pageToken)).data
  const go = (messages: string | undefined) =>
    void navigate({ search: (before: PersonSearch) => ({ ...before, messages }), resetScroll: false })
  const columns: readonly Column<SentMessage>[] = [
    {
      id: 'when',
      title: t`When`,
      cell: ({ appointmentId, at, timezone }) => (
        <Link to="/appointments/$appointmentId" params={{ appointmentId }} {...rowLink}>
          <time dateTime={at} className="sm:whitespace-nowrap">
            {formatShortDayTime(at, locale, timezone, defaultTimezone)}
          </time>
        </Link>
      ),
    },
    {
      id: 'message',
      title: t`Message`,
      onCard: 'line',
      cell: ({ kind, channel }) => i18n._(kindNames[kind][channel ?? 'sms']),
    },
    {
      id: 'became',
      title: t({ message: 'Result', context: 'of a message' }),
      onCard: 'line',
      cell: ({ state, reasonCode }) => (
        <Joined
          facts={[
            state in attemptStates ? i18n._(attemptStates[state as keyof typeof attemptStates]) : null,
            reasonCode === null ? null : i18n._(reasonText[reasonCode]),
          ]}
        />
      ),
    },
  ]
  return (
    <Section title={t`Messages sent`}>
      <Table
        label={t`Messages sent`}
        columns={columns}
        rows={items}
        keyOf={({ reminderId }) => reminderId}
        emptyState={
          <p className="text-muted">
            <Trans>None</Trans>
          </p>
        }
      />
      <Pagination
        isFirst={pageToken === undefined}
        nextPageToken={nextPageToken}
        onFirst={() => go(undefined)}
        onNext={go}
      />
    </Section>
  )
}
