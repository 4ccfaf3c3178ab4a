import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Loaded } from '../loaded.tsx'
import { ahead } from './appointment-queries.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { earlier } from './earlier.ts'

const route = getRouteApi('/my/all')

/** All appointments at all organizations: those ahead, or those of the year behind, the latest first. */
export function AllPage() {
  const { t } = useLingui()
  const isEarlier = route.useSearch().show === 'earlier'
  const list = useQuery(isEarlier ? earlier() : ahead())
  const tab =
    'inline-flex min-h-11 flex-1 items-center justify-center rounded-md text-sm text-muted aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:shadow-raised'
  return (
    <Page title={t`All appointments`}>
      <nav aria-label={t`Which appointments`} className="mb-5 flex gap-1 rounded-lg bg-sunken p-1">
        <Link to="/my/all" search={{}} replace className={tab} activeOptions={{ exact: true, includeSearch: true }}>
          <Trans>Upcoming</Trans>
        </Link>
        <Link
          to="/my/all"
          search={{ show: 'earlier' }}
          replace
          className={tab}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          <Trans>Earlier</Trans>
        </Link>
      </nav>
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={<CalendarDays aria-hidden size={28} />}
              title={isEarlier ? t`No appointments in the last year` : t`No upcoming appointments`}
            />
          ) : (
            <ul className="divide-y divide-line">
              {(isEarlier ? items.toReversed() : items).map((appointment) => (
                <AppointmentRow key={appointment.id} appointment={appointment} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}
