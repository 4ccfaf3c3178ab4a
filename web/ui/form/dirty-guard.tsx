import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { Button } from '#web/ui/button/button.tsx'
import { AlertDialog } from '../overlay/dialog.tsx'

/**
 * Asks before a page is left on which something was typed and not saved. Render it in the form.
 *
 * @param isPanel the form is in a panel that is open by the address, so any other address closes it
 */
export function DirtyGuard({ isDirty, isPanel = false }: { readonly isDirty: boolean; readonly isPanel?: boolean }) {
  const { t } = useLingui()
  const blocker = useBlocker({
    // Filters and panels of the same page may change.
    shouldBlockFn: ({ current, next }) => isDirty && (isPanel || current.pathname !== next.pathname),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <AlertDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t`Leave without saving?`}
      actions={
        <>
          <Button onPress={() => blocker.reset?.()} autoFocus>
            <Trans>Stay here</Trans>
          </Button>
          <Button look="danger" onPress={() => blocker.proceed?.()}>
            <Trans>Leave without saving</Trans>
          </Button>
        </>
      }
    >
      <Trans>What you typed on this page has not been saved.</Trans>
    </AlertDialog>
  )
}
