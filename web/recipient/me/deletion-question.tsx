import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useIntent } from '../appointments/use-intent.ts'

/** Asks for the deletion once more, with what it means. `number`: how many were asked for before. */
export function DeletionQuestion({ number, onClose }: { readonly number: number; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [isMeant, setIsMeant] = useState(false)
  const queryClient = useQueryClient()
  const clientRequestId = useIntent(`delete ${number}`)
  const ask = useMutation({
    mutationFn: () => call('createRecipientDeletionRequest', { body: { clientRequestId, confirmDeletion: true } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['listRecipientDeletionRequests'] })
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={t`Delete all my data?`}>
      <div className="flex flex-col gap-4">
        <p>
          <Trans>
            Somebody will look at your request within a month. Until then you will keep getting reminders. After that
            your appointments, messages and sign-in are gone for good, except what an organization must keep by law.
          </Trans>
        </p>
        <Checkbox isSelected={isMeant} onChange={setIsMeant}>
          <Trans>Yes, I want my data to be deleted. I know that this cannot be undone.</Trans>
        </Checkbox>
        <ErrorNote error={ask.error} />
        <BigButton look="danger" isDisabled={!isMeant} isPending={ask.isPending} onPress={() => ask.mutate()}>
          <Trans>Ask to delete my data</Trans>
        </BigButton>
      </div>
    </Dialog>
  )
}
