import { useBlocker } from '@tanstack/react-router'
import { later } from '../later.tsx'

const LeaveQuestion = later(async () => (await import('../overlay/dialog.tsx')).LeaveQuestion)

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
  return blocker.status === 'blocked' && <LeaveQuestion isOpen onStay={blocker.reset} onLeave={blocker.proceed} />
}
