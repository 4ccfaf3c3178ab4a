import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import type { Idle } from './idle.ts'

/** Says that the session is about to end, and how it goes on. */
export function IdleDialog({ idle, onStay }: { readonly idle: Idle; readonly onStay: () => void }) {
  const { t } = useLingui()
  const seconds = idle.state === 'warned' ? idle.secondsLeft : 0
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <AlertDialog
      isOpen={idle.state === 'warned'}
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
