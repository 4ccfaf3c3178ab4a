import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { EntryFacts } from './entry-facts.tsx'
import type { WaitingPerson } from './waiting-queries.ts'

/** Staff choose which entries are the person, and say that they know who it is. */
export function LinkForm({ person: { profileId, entries } }: { readonly person: WaitingPerson }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-medium">
          <Trans>Which of these are this person’s?</Trans>
        </legend>
        <ul className="flex flex-col gap-3">
          {entries
            .filter((entry) => !entry.linked)
            .map((entry) => {
              const id = entry.holderRecipientId
              return (
                <li key={id}>
                  <Checkbox
                    isSelected={chosen.includes(id)}
                    onChange={(isOn) => setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
                  >
                    <EntryFacts entry={entry} />
                  </Checkbox>
                </li>
              )
            })}
        </ul>
      </fieldset>
      <div className="mt-4">
        <Button isDisabled={chosen.length === 0} onPress={() => setAsking(true)}>
          <Trans>Link</Trans>
        </Button>
      </div>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={t`Do you know who this is?`}>
        <Confirmation profileId={profileId} chosen={chosen} onDone={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function Confirmation({
  profileId,
  chosen,
  onDone,
}: {
  readonly profileId: string
  readonly chosen: readonly string[]
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const link = useMutation({
    mutationFn: () =>
      call('linkHolderWaitingPerson', {
        params: { platformHolderId: holder, profileId },
        body: { clientRequestId, holderRecipientIds: [...chosen] },
      }),
    onSuccess: async ({ status }) => {
      toast(status === 'linked' ? t`Linked` : t`A colleague has to confirm it`)
      onDone()
      await readAnew(queries, ['listHolderWaitingPeople', 'getHolderAppointment'])
    },
  })
  return (
    <Form
      error={link.error}
      fields={[]}
      onSubmit={() => link.mutate()}
      actions={
        <>
          <Button type="submit" look="primary" isPending={link.isPending}>
            <Trans>Link</Trans>
          </Button>
          <Button look="quiet" onPress={onDone}>
            <Trans>Leave it as it is</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        <Trans>
          A number tells who reads it, not whose appointments they are: families share one. Once linked, this person
          sees these appointments in the app, and you cannot undo it yourselves.
        </Trans>
      </p>
    </Form>
  )
}
