import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { Appointment } from '../../delivery-pill.tsx'
import type { Selection } from './use-selection.ts'

const SelectionActions = lazy(async () => ({ default: (await import('./selection-actions.tsx')).SelectionActions }))

/** Selects all that are on the page, and offers what can be done with those that are selected. */
export function SelectionBar({
  appointments,
  selection,
}: {
  readonly appointments: readonly Appointment[]
  readonly selection: Selection
}) {
  const { selected } = selection
  // What became of them stays in sight once none is selected any more.
  const [wasUsed, setUsed] = useState(false)
  if (selected.length > 0 && !wasUsed) setUsed(true)
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 ps-4 empty:hidden print:hidden">
      {appointments.length > 0 && (
        <Checkbox
          isSelected={selected.length === appointments.length}
          onChange={(isSelected) =>
            selection.setAll(
              appointments.map(({ id }) => id),
              isSelected,
            )
          }
        >
          <Trans>All on this page</Trans>
        </Checkbox>
      )}
      {wasUsed && (
        <Suspense>
          <SelectionActions selection={selection} />
        </Suspense>
      )}
    </div>
  )
}
