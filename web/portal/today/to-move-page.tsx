import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
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
import { useHolder, useProfile } from '../holder.ts'
import { CallLink } from './call-link.tsx'
import { allToMove } from './today-queries.ts'

/** Everybody who waits for a new time, by their wish or since their appointment was postponed, in the order of the old one. */
export function ToMovePage() {
  const { t } = useLingui()
  const { defaultTimezone } = useProfile()
  const list = useSuspenseInfiniteQuery(allToMove(useHolder()))
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
  ]
  return (
    <Page title={t`To be moved`} lead={<Trans>Reminders wait until the appointment is moved.</Trans>}>
      <Table
        label={t`To be moved`}
        columns={columns}
        rows={list.data.pages.flatMap(({ items }) => items)}
        keyOf={({ id }) => id}
        emptyState={
          <EmptyState
            icon={<CircleCheck aria-hidden size={24} />}
            title={t`Nothing needs your attention. Reminders are sent automatically.`}
          />
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
