import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { isSame } from '#web/ui/change/differences.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useProfile } from '../../holder.ts'
import { accessFieldNames, AccessFields, accessOf, isPlaceMissing, type AccessDraft } from './access-fields.tsx'
import { DeactivateQuestion } from './deactivate-question.tsx'
import { roleTexts } from './role-text.ts'
import type { StaffMember } from './staff-queries.ts'
import { useStaffChange } from './use-staff-change.ts'

type Props = {
  readonly member: StaffMember
  /** Whether whoever looks may change and make owners. */
  readonly canOwn: boolean
  readonly onInvite: () => void
  /** @param isDone closing needs no confirmation */
  readonly onClose: (isDone?: boolean) => void
}

/** Somebody of the staff: what they may do, and how that ends. */
export function StaffDialog({ member, canOwn, onInvite, onClose }: Props) {
  const { i18n } = useLingui()
  const isFixed = member.isYou || (member.staffRole === 'owner' && !canOwn)
  const { name, may } = roleTexts[member.staffRole]
  return (
    <Dialog isOpen onClose={() => onClose(true)} title={member.name ?? member.email}>
      {member.name !== null && (
        <p className="mb-4 text-muted">
          <bdi dir="ltr">{member.email}</bdi>
        </p>
      )}
      {isFixed || member.status === 'inactive' ? (
        <div className="flex flex-col items-start gap-4">
          <p>
            <span className="font-medium">{i18n._(name)}</span>
            <span className="block text-muted">{i18n._(may)}</span>
          </p>
          {member.isYou ? (
            <p className="text-muted">
              <Trans>You cannot change your own access. Another owner or administrator can.</Trans>
            </p>
          ) : member.status === 'inactive' ? (
            <Button onPress={onInvite}>
              <Trans>Invite again</Trans>
            </Button>
          ) : (
            <p className="text-muted">
              <Trans>Only an owner changes the access of an owner.</Trans>
            </p>
          )}
        </div>
      ) : (
        <>
          <AccessForm member={member} canOwn={canOwn} onClose={onClose} />
          <Ending member={member} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

function AccessForm({ member, canOwn, onClose }: Omit<Props, 'onInvite'>) {
  const { t } = useLingui()
  const { id, version, locationIds } = member
  const locations = useProfile().schedulingSetup?.locations ?? []
  const [shown] = useState({
    name: member.name ?? '',
    staffRole: member.staffRole,
    includesUnassigned: member.includesUnassigned,
    // A location that was removed cannot be unticked. Where none is left nothing is ticked: they did not work at all of them.
    locationIds:
      locationIds.length === 0 ? null : locationIds.filter((one) => locations.some((location) => location.id === one)),
  })
  const [draft, setDraft] = useState<AccessDraft & { readonly name: string }>(shown)
  const name = draft.name.trim()
  const save = useStaffChange(
    (params) =>
      call('updateHolderStaff', {
        params: { ...params, staffMemberId: id },
        body: { expectedVersion: version, name: name === '' ? null : name, ...accessOf(draft) },
      }),
    { said: t`Saved`, onDone: () => onClose(true) },
  )
  return (
    <Form
      error={save.error}
      fields={['name', ...accessFieldNames]}
      onSubmit={() => save.mutate()}
      actions={
        <>
          <Button type="submit" look="primary" isPending={save.isPending} isDisabled={isPlaceMissing(draft)}>
            <Trans>Save</Trans>
          </Button>
          <Button onPress={() => onClose()}>
            <Trans context="stop what I am doing">Cancel</Trans>
          </Button>
        </>
      }
    >
      <DirtyGuard isDirty={!isSame(draft, shown)} isPanel />
      <TextField
        name="name"
        label={t`Name`}
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        onChange={(typed) => setDraft({ ...draft, name: typed })}
      />
      <AccessFields draft={draft} canOwn={canOwn} onChange={(access) => setDraft({ ...draft, ...access })} />
    </Form>
  )
}

/** What ends somebody's access, or the invitation that they have not answered. */
function Ending({ member, onClose }: Pick<Props, 'member' | 'onClose'>) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const { id, status } = member
  const resend = useStaffChange(
    (params) => call('resendHolderStaffInvitation', { params: { ...params, staffMemberId: id } }),
    { said: t`The invitation is on its way`, onDone: () => onClose(true) },
  )
  const withdraw = useStaffChange(
    (params) => call('deactivateHolderStaff', { params: { ...params, staffMemberId: id } }),
    { said: t`The invitation is withdrawn`, onDone: () => onClose(true) },
  )
  return (
    <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-5">
      {status === 'invited' ? (
        <>
          <Button isPending={resend.isPending} onPress={() => resend.mutate()}>
            <Trans>Send the link again</Trans>
          </Button>
          <Button look="danger" isPending={withdraw.isPending} onPress={() => withdraw.mutate()}>
            <Trans>Withdraw the invitation</Trans>
          </Button>
          <div className="basis-full empty:hidden">
            <ErrorNote error={resend.error ?? withdraw.error} />
          </div>
        </>
      ) : (
        <Button look="danger" onPress={() => setAsking(true)}>
          <Trans>End the access</Trans>
        </Button>
      )}
      {isAsking && <DeactivateQuestion member={member} onClose={() => setAsking(false)} onDone={() => onClose(true)} />}
    </div>
  )
}
