import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import type { Replanned } from '#web/ui/change/use-save.ts'

/** Asks before a change is saved, saying how many planned reminders it changes. */
export function ReplanQuestion({
  save: { question, confirm, cancel, isPending },
}: {
  readonly save: {
    readonly question: Replanned | null
    readonly confirm: () => void
    readonly cancel: () => void
    readonly isPending: boolean
  }
}) {
  const { t } = useLingui()
  return (
    <AlertDialog
      isOpen={question !== null}
      onClose={cancel}
      title={t`Change planned reminders?`}
      actions={
        <>
          <Button onPress={cancel}>
            <Trans>Continue editing</Trans>
          </Button>
          <Button look="primary" isPending={isPending} onPress={confirm} autoFocus>
            <Trans>Save and change them</Trans>
          </Button>
        </>
      }
    >
      <p className="text-base text-ink">
        <Plural
          value={question?.reminders ?? 0}
          one="This changes # reminder that was not sent yet."
          other="This changes # reminders that were not sent yet."
        />
      </p>
      <p className="mt-1">
        <Plural
          value={question?.appointments ?? 0}
          one="This concerns # appointment."
          other="This concerns # appointments."
        />{' '}
        <Trans>Messages already sent stay as they were.</Trans>
      </p>
    </AlertDialog>
  )
}
