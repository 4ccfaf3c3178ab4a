import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import type { StaffMember } from './staff-queries.ts'
import { useStaffChange } from './use-staff-change.ts'

/** Asks before somebody is signed out for good, and says what else ends. */
export function DeactivateQuestion({
  member,
  onClose,
  onDone,
}: {
  readonly member: StaffMember
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const name = member.name ?? member.email
  const end = useStaffChange(
    (params) => call('deactivateHolderStaff', { params: { ...params, staffMemberId: member.id } }),
    { said: t`The access has ended`, onDone },
  )
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      title={t`End the access of ${name}?`}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button look="danger" isPending={end.isPending} onPress={() => end.mutate()}>
            <Trans>End the access</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          This person is signed out everywhere at once, and their own API keys stop working. Replies they had taken are
          open to everybody again. Service accounts keep working.
        </Trans>
      </p>
      <div className="mt-3 empty:hidden">
        <ErrorNote error={end.error} />
      </div>
    </AlertDialog>
  )
}
