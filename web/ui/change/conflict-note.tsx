import { Trans } from '@lingui/react/macro'
import { ChangedNote } from './changed-note.tsx'
import type { ChangedMeanwhile } from './refusals.ts'

/** What is different by now, in place of the error of a conflict. */
export function ConflictNote({ error: { differences, isOver } }: { readonly error: ChangedMeanwhile }) {
  return (
    <ChangedNote rows={differences}>
      {isOver ? (
        <Trans>There is nothing left to do here.</Trans>
      ) : (
        <Trans>Nothing has been done yet. Press again if you still want to.</Trans>
      )}
    </ChangedNote>
  )
}
