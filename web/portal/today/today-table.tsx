import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { AppointmentTable } from '../appointments/list/appointment-table.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { comingOf, countsOf, todayList, wholeDayMax, type Counts } from './today-queries.ts'
import { useMay } from '../may.tsx'

/**
 * Who comes today, with what became of each reminder: a long day from about now on, with the part before it folded away,
 * and as much of the rest as is asked for.
 */
export function TodayTable({ today, counts }: { readonly today: string; readonly counts: Counts }) {
  const { t } = useLingui()
  const holder = useHolder()
  const { defaultTimezone: timeZone } = useProfile()
  const ofToday = countsOf(counts, today)
  const total = comingOf(ofToday)
  // Decided once: nothing that is being read folds away when one more appointment is made.
  const [isLong] = useState((ofToday?.appointments ?? 0) > wholeDayMax)
  const [isUnfolded, setUnfolded] = useState(false)
  const list = useSuspenseInfiniteQuery(todayList(holder, timeZone, today, { of: isLong ? 'ahead' : 'all' }))
  const shown = list.data.pages.flatMap(({ items }) => items)
  return (
    <>
      {isLong && !isUnfolded && (
        <p className="mb-3">
          <Button onPress={() => setUnfolded(true)}>
            <Trans>Show earlier appointments</Trans>
          </Button>
        </p>
      )}
      {isUnfolded && <Earlier today={today} to={list.data.pages[0]?.from ?? ''} />}
      <AppointmentTable
        label={t`Appointments today`}
        appointments={shown}
        isOneDay
        emptyState={isLong ? <Over /> : <NobodyToday isWeekEmpty={counts.totals.appointments === 0} />}
      />
      {list.hasNextPage && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
          <p role="status" className="text-muted">
            <Plural value={total} one="# appointment today" other="# appointments today" />
          </p>
        </div>
      )}
      <ErrorNote error={list.isFetchNextPageError ? list.error : null} />
    </>
  )
}

/** The part of the day that is over, from its beginning. */
function Earlier({ today, to }: { readonly today: string; readonly to: string }) {
  const { t } = useLingui()
  const holder = useHolder()
  const { defaultTimezone: timeZone } = useProfile()
  const list = useInfiniteQuery(todayList(holder, timeZone, today, { of: 'earlier', to }))
  return (
    <div className="mb-4">
      <ErrorNote error={list.error} />
      {!(list.isError && list.data === undefined) && (
        <AppointmentTable
          label={t`Earlier today`}
          appointments={list.data?.pages.flatMap(({ items }) => items)}
          isOneDay
          emptyState={
            <p className="text-muted">
              <Trans>There were no appointments earlier today.</Trans>
            </p>
          }
        />
      )}
      {list.hasNextPage && (
        <p className="mt-3">
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            <Trans>Show more of these</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}

function Over() {
  return (
    <p className="text-muted">
      <Trans>No more appointments today.</Trans>
    </p>
  )
}

function NobodyToday({ isWeekEmpty }: { readonly isWeekEmpty: boolean }) {
  const { t } = useLingui()
  const mayMake = useMay('appointments:write')
  return (
    <EmptyState
      icon={<CalendarPlus aria-hidden size={24} />}
      title={t`No appointments today`}
      action={
        isWeekEmpty && mayMake ? (
          <LinkButton to="/appointments/new" look="primary">
            <Trans>New appointment</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/appointments">
            <Trans>All appointments</Trans>
          </LinkButton>
        )
      }
    />
  )
}
