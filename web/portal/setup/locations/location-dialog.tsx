import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { AlertDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { profile, type Profile } from '../../holder-queries.ts'
import { useHolder } from '../../holder.ts'
import { isSame } from '#web/ui/change/differences.ts'

type Location = NonNullable<Profile['schedulingSetup']>['locations'][number]

const countMax = 1000

/** One location, to change or, without an id, to add. */
export function LocationDialog({
  location,
  onClose,
}: {
  readonly location: Location
  /** @param isDone it was saved, so closing needs no confirmation */
  readonly onClose: (isDone: boolean) => void
}) {
  const { t } = useLingui()
  const { name } = location
  const isNew = location.id === ''
  const [id] = useState(() => (isNew ? crypto.randomUUID() : location.id))
  const [draft, setDraft] = useState<Omit<Location, 'id'>>(location)
  const [isRemoving, setRemoving] = useState(false)
  const save = useSave({
    onSaved: (isRemoved) => {
      toast(isRemoved ? t`Location removed` : t`Location saved`)
      onClose(true)
    },
    onError: () => setRemoving(false),
  })
  const close = () => onClose(false)
  const fault =
    save.error instanceof ApiError ? save.error.details.find(({ path }) => path.endsWith('.name')) : undefined
  return (
    <Dialog isOpen onClose={() => onClose(true)} title={isNew ? t`New location` : name}>
      <Form
        error={save.error}
        fields={fault ? [fault.path] : []}
        onSubmit={() => save.mutate({ id, to: { ...draft, name: draft.name.trim(), id } })}
        actions={
          <>
            <Button type="submit" look="primary" isPending={save.isPending}>
              <Trans>Save</Trans>
            </Button>
            <Button onPress={close}>
              <Trans context="stop what I am doing">Cancel</Trans>
            </Button>
            {!isNew && (
              <span className="ms-auto">
                <Button look="danger" onPress={() => setRemoving(true)}>
                  <Trans>Remove</Trans>
                </Button>
              </span>
            )}
          </>
        }
      >
        <TextField
          name={fault?.path}
          label={t`Name`}
          hint={t`The name that people know. It is used in their messages.`}
          autoFocus
          isRequired
          maxLength={120}
          value={draft.name}
          onChange={(text) => setDraft({ ...draft, name: text })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={t`People who work there`}
            minValue={0}
            maxValue={countMax}
            value={draft.personCount}
            onChange={(personCount) => setDraft({ ...draft, personCount: personCount ?? 0 })}
          />
          <NumberField
            label={t`Rooms`}
            minValue={0}
            maxValue={countMax}
            value={draft.roomCount}
            onChange={(roomCount) => setDraft({ ...draft, roomCount: roomCount ?? 0 })}
          />
        </div>
      </Form>
      <DirtyGuard isDirty={!isSame(draft, location)} isPanel />
      <AlertDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t`Remove ${name}?`}
        actions={
          <>
            <Button onPress={() => setRemoving(false)} autoFocus>
              <Trans>Keep it</Trans>
            </Button>
            <Button look="danger" isPending={save.isPending} onPress={() => save.mutate({ id, to: null })}>
              <Trans>Remove</Trans>
            </Button>
          </>
        }
      >
        <Trans>It can no longer be chosen for appointments. Appointments that were made there stay.</Trans>
      </AlertDialog>
    </Dialog>
  )
}

/** The API takes the whole list, so the change is made to the list as it is by now. */
function useSave({
  onSaved,
  onError,
}: {
  readonly onSaved: (isRemoved: boolean) => void
  readonly onError: () => void
}) {
  const holder = useHolder()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, to }: { readonly id: string; readonly to: Location | null }) => {
      const { schedulingSetup } = await queries.fetchQuery({ ...profile(holder), staleTime: 0 })
      const before = schedulingSetup?.locations ?? []
      const isThere = before.some((one) => one.id === id)
      const after = before.flatMap((one) => (one.id === id ? (to ?? []) : one))
      return call('updateHolderProfile', {
        params: { platformHolderId: holder },
        body: { schedulingSetup: { locations: isThere || to === null ? after : [...after, to] } },
      })
    },
    onSuccess: (saved, { to }) => {
      queries.setQueryData(profile(holder).queryKey, saved)
      onSaved(to === null)
    },
    onError,
  })
}
