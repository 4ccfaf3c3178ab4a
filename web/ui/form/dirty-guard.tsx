import { useBlocker } from '@tanstack/react-router'
import { LeaveQuestion } from '../overlay/dialog.tsx'

/**
 * Asks before a page is left on which something was typed and not saved. Render it in the form.
 *
 * @param isPanel the form is in a panel that is open by the address, so any other address closes it
 */
export function DirtyGuard({ isDirty, isPanel = false }: { readonly isDirty: boolean; readonly isPanel?: boolean }) {
  const blocker = useBlocker({
    // Filters and panels of the same page may change.
    shouldBlockFn: ({ current, next }) => isDirty && (isPanel || current.pathname !== next.pathname),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <LeaveQuestion
      isOpen={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}
