import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call, read } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useIntent } from '../appointments/use-intent.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { Loaded } from '../loaded.tsx'

// Loaded on demand: few have asked.
const DeletionProgress = lazyRouteComponent(() => import('./deletion-progress.tsx'), 'DeletionProgress')

/** Requests the deletion of everything, after a second confirmation, and shows how far it is. */
export function DeletionSection() {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const list = useQuery(read('listRecipientDeletionRequests', {}))
  return (
    <Loaded query={list}>
      {({ items }) => {
        const open = items.find(({ status }) => status === 'pending_review' || status === 'in_progress')
        return (
          <div className="flex flex-col gap-2.5">
            <Suspense>
              {items.map((request) => (
                <DeletionProgress key={request.id} request={request} />
              ))}
            </Suspense>
            {!open && (
              <BigButton look="danger" onPress={() => setIsAsking(true)}>
                <Trans>Ask to delete my data</Trans>
              </BigButton>
            )}
            <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={t`Delete all my data?`}>
              <Asking number={items.length} onDone={() => setIsAsking(false)} />
            </Dialog>
          </div>
        )
      }}
    </Loaded>
  )
}

function Asking({ number, onDone }: { readonly number: number; readonly onDone: () => void }) {
  const [isMeant, setIsMeant] = useState(false)
  const queryClient = useQueryClient()
  const clientRequestId = useIntent(`delete ${number}`)
  const ask = useMutation({
    mutationFn: () => call('createRecipientDeletionRequest', { body: { clientRequestId, confirmDeletion: true } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['listRecipientDeletionRequests'] })
      onDone()
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Trans>
          Somebody will look at your request within a month. Until then you will keep getting reminders. After that your
          appointments, messages and sign-in are gone for good, except what an organization must keep by law.
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
  )
}
