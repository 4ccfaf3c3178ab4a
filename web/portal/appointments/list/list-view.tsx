import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Busy } from '#web/ui/data/skeleton.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { FindPersonButton } from '../../people/find-button.tsx'
import { appointmentList, type AppointmentSearch } from '../appointment-queries.ts'
import { queryOf } from '../filters.ts'
import { useWalk } from '../use-walk.ts'
import { AppointmentTable, rowId } from './appointment-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FirstDay } from './first-day.tsx'
import { NothingListed } from './nothing-listed.tsx'
import { SelectionBar } from './several/selection-bar.tsx'
import { useSelection } from './several/use-selection.ts'
import { useShownSearch } from './shown-search.ts'
import { useMay } from '../../may.tsx'

const loadSheet = () => import('./appointment-sheet.tsx')
const AppointmentSheet = lazy(async () => ({ default: (await loadSheet()).AppointmentSheet }))

const route = getRouteApi('/shell/appointments')

/** The appointments from a day on, day by day, to search and to select; one of them may be open beside them. */
export function ListView() {
  const { t } = useLingui()
  const { asked, shown, isBusy } = useShownSearch(appointmentList)
  const { day, open, pageToken } = shown
  const page = useSuspenseQuery(appointmentList(useHolder(), useProfile().defaultTimezone, shown)).data
  const selection = useSelection(page.items, JSON.stringify([day, queryOf(shown)]))
  const mayWrite = useMay('appointments:write')
  const navigate = route.useNavigate()
  // The day stands in the address with a token, which holds for that day alone.
  const goTo = (token: string) =>
    void navigate({ search: (kept) => ({ ...kept, day, pageToken: token, open: undefined }) })
  const narrow = (change: Partial<AppointmentSearch>) =>
    void navigate({ search: (kept) => ({ ...kept, ...change, pageToken: undefined, open: undefined }) })
  const walk = useWalk(open === undefined ? null : shown, open ?? '', (place) => {
    void navigate({
      search: (kept) => ({ ...kept, day, open: place.id, pageToken: place.pageToken }),
      replace: true,
      resetScroll: false,
    })
  })
  useFocusOnRow(open)
  return (
    <div className="@container/list" data-beside={open === undefined ? undefined : ''}>
      <div
        className={
          open === undefined ? '' : 'grid grid-cols-1 gap-6 @min-[56rem]/list:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]'
        }
      >
        <div className={open === undefined ? '' : '@max-[56rem]/list:hidden'}>
          <FilterBar search={asked} onChange={narrow}>
            <FindPersonButton />
            <FirstDay
              label={t({ message: 'From', context: 'first day' })}
              day={asked.day}
              onChange={(first) => narrow({ day: first })}
            />
          </FilterBar>
          {mayWrite && <SelectionBar page={page} search={shown} selection={selection} />}
          <Busy isBusy={isBusy}>
            <AppointmentTable
              label={t`Appointments`}
              appointments={page.items}
              beside={{ day, open, onIntent: () => void loadSheet() }}
              {...(mayWrite && { selection })}
              emptyState={<NothingListed search={shown} mayFollow={page.nextPageToken !== null} onChange={narrow} />}
            />
          </Busy>
          <Pagination
            isFirst={pageToken === undefined}
            previous={{ pageToken: page.previousPageToken, onPrevious: goTo }}
            nextPageToken={page.nextPageToken}
            onFirst={() => narrow({})}
            onNext={goTo}
          />
        </div>
        {open !== undefined && (
          <Suspense fallback={<div aria-busy />}>
            <AppointmentSheet
              appointmentId={open}
              search={{ ...shown, open: undefined }}
              walk={walk}
              onClose={() => void navigate({ search: (kept) => ({ ...kept, open: undefined }), resetScroll: false })}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** When what was open beside the list is closed, the focus returns to its row. */
function useFocusOnRow(open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    if (open === undefined && before.current !== undefined) document.getElementById(rowId(before.current))?.focus()
    before.current = open
  }, [open])
}
