import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '#web/api/client.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { AppointmentSearch } from '../../appointment-queries.ts'
import type { Selection } from './use-selection.ts'

const SelectionActions = lazy(async () => ({ default: (await import('./selection-actions.tsx')).SelectionActions }))
const AllSelected = lazy(async () => ({ default: (await import('./all-selected.tsx')).AllSelected }))

/** Selects all that are on the page, or of the whole list, and offers what can be done with those that are selected. */
export function SelectionBar({
  page: { items, previousPageToken, nextPageToken },
  search,
  selection,
}: {
  readonly page: DataOf<'listHolderAppointments'>
  readonly search: AppointmentSearch
  readonly selection: Selection
}) {
  const { selected, isAll } = selection
  const isWholePage = selected.length === items.length
  const hasMore = previousPageToken !== null || nextPageToken !== null
  // What became of them stays in sight once none is selected any more.
  const [wasUsed, setUsed] = useState(false)
  if (selected.length > 0 && !wasUsed) setUsed(true)
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 ps-4 empty:hidden print:hidden">
      {items.length > 0 && !isAll && (
        <Checkbox
          isSelected={isWholePage}
          onChange={(isSelected) =>
            selection.setAll(
              items.map(({ id }) => id),
              isSelected,
            )
          }
        >
          <Trans>All on this page</Trans>
        </Checkbox>
      )}
      <Suspense>
        {wasUsed && !isAll && <SelectionActions selection={selection} />}
        {(isAll || (isWholePage && hasMore && wasUsed)) && <AllSelected search={search} selection={selection} />}
      </Suspense>
    </div>
  )
}
