import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

/** Says that the session is about to end, and how it goes on. */
export function IdleDialog({ secondsLeft, onStay }: { readonly secondsLeft: number; readonly onStay: () => void }) {
  const { t } = useLingui()
  const left = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <AlertDialog
      isOpen
      onClose={onStay}
      title={t`Are you still there?`}
      actions={
        <Button look="primary" onPress={onStay} autoFocus>
          <Trans>Stay signed in</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Nobody has done anything here for 25 minutes. What you typed stays on this page.</Trans>
      </p>
      <p role="timer" className="mt-2 text-base text-ink tabular-nums">
        <Trans>You will be signed out in {left}.</Trans>
      </p>
    </AlertDialog>
  )
}
