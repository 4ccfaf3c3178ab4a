import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { differences, isSame, type FieldText } from '#web/ui/change/differences.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { AlertDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { profile, type Profile } from '../../holder-queries.ts'
import { useHolder } from '../../holder.ts'

type Location = NonNullable<Profile['schedulingSetup']>['locations'][number]
type Fields = Omit<Location, 'id'>

const countMax = 1000

/** One location, to change or, without an id, to add. */
export function LocationDialog({
  location,
  onRemoved,
  onClose,
}: {
  readonly location: Location
  readonly onRemoved: () => void
  /** @param isDone it was saved, so closing needs no confirmation */
  readonly onClose: (isDone: boolean) => void
}) {
  const { t } = useLingui()
  const { name } = location
  const isNew = location.id === ''
  const [id] = useState(() => (isNew ? crypto.randomUUID() : location.id))
  const [draft, setDraft] = useState(() => fieldsOf(location))
  const [isRemoving, setRemoving] = useState(false)
  const save = useSave({
    id,
    shown: isNew ? null : fieldsOf(location),
    onSaved: (isRemoved) => {
      if (isRemoved) onRemoved()
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
        onSubmit={() => save.mutate({ ...draft, name: draft.name.trim() })}
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
      <DirtyGuard isDirty={!isSame(draft, fieldsOf(location))} isPanel />
      <AlertDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t`Remove ${name}?`}
        actions={
          <>
            <Button onPress={() => setRemoving(false)} autoFocus>
              <Trans>Keep it</Trans>
            </Button>
            <Button look="danger" isPending={save.isPending} onPress={() => save.mutate(null)}>
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

/**
 * Changes one location and leaves the others as they are. Where a colleague changed this one, it is shown as it is now,
 * and the next press acts on that.
 */
function useSave({
  id,
  shown,
  onSaved,
  onError,
}: {
  readonly id: string
  readonly shown: Fields | null
  readonly onSaved: (isRemoved: boolean) => void
  readonly onError: () => void
}) {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder(), locationId: id }
  const queries = useQueryClient()
  const [expected, setExpected] = useState(shown)
  const words: FieldText<Fields> = {
    name: { name: t`Name`, text: ({ name }) => name },
    personCount: { name: t`People who work there`, text: ({ personCount }) => String(personCount) },
    roomCount: { name: t`Rooms`, text: ({ roomCount }) => String(roomCount) },
  }
  return useMutation({
    mutationFn: (to: Fields | null) => call('updateHolderLocation', { params, body: { expected, location: to } }),
    readAgain: async () => {
      const now = await queries.fetchQuery({ ...profile(params.platformHolderId), staleTime: 0 })
      const present = now.schedulingSetup?.locations.find((one) => one.id === id)
      setExpected(present === undefined ? null : fieldsOf(present))
      if (present === undefined) toast(t`Somebody else removed this location in the meantime.`)
      return { differences: present && expected ? differences(expected, present, words) : [] }
    },
    onSuccess: (saved, to) => {
      queries.setQueryData(profile(params.platformHolderId).queryKey, saved)
      onSaved(to === null)
    },
    onError,
  })
}

function fieldsOf({ name, personCount, roomCount }: Fields): Fields {
  return { name, personCount, roomCount }
}
