import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { rowLink, Table, type Column } from '#web/ui/data/table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page } from '#web/ui/page.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import type { Appointment } from '../appointments/delivery-pill.tsx'
import { reasonText } from '../appointments/reason-text.ts'
import { useHolder, useProfile } from '../holder.ts'
import { CallLink } from './call-link.tsx'
import { allUnreached, weekCounts } from './today-queries.ts'
import { useToday } from './use-today.ts'

/** Everybody with an appointment in the coming days whom no reminder reached, in the order in which they come. */
export function UnreachedPage() {
  const { t, i18n } = useLingui()
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  const today = useToday()
  const { unreached } = useSuspenseQuery(weekCounts(holder, today)).data.totals
  const list = useSuspenseInfiniteQuery(allUnreached(holder, defaultTimezone, today))
  const columns: readonly Column<Appointment>[] = [
    {
      id: 'when',
      title: t`When`,
      cell: ({ id, startsAt, timezone }) => (
        <Link to="/appointments/$appointmentId" params={{ appointmentId: id }} {...rowLink}>
          <time dateTime={startsAt} className="sm:whitespace-nowrap">
            {formatShortDayTime(startsAt, currentLocale(), timezone, defaultTimezone)}
          </time>
        </Link>
      ),
    },
    { id: 'who', title: t`Who`, isTyped: true, onCard: 'end', cell: ({ recipient }) => recipient.displayName },
    {
      id: 'telephone',
      title: t`Telephone`,
      cell: ({ recipient }) => <CallLink number={recipient.phoneNumberE164} />,
    },
    {
      id: 'reason',
      title: t`Reason`,
      cell: ({ delivery: { reasonCode } }) => reasonCode !== null && i18n._(reasonText[reasonCode]),
    },
  ]
  return (
    <Page
      title={t`People who were not reached`}
      lead={
        <Plural
          value={unreached}
          one="# person with an appointment in the coming seven days got no reminder."
          other="# people with an appointment in the coming seven days got no reminder."
        />
      }
    >
      <Table
        label={t`People who were not reached`}
        columns={columns}
        rows={list.data.pages.flatMap(({ items }) => items)}
        keyOf={({ id }) => id}
        emptyState={
          list.hasNextPage ? null : (
            <EmptyState icon={<CircleCheck aria-hidden size={24} />} title={t`Everybody was reached`} />
          )
        }
      />
      {list.hasNextPage && (
        <p className="mt-3">
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </p>
      )}
      <ErrorNote error={list.isFetchNextPageError ? list.error : null} />
    </Page>
  )
}
