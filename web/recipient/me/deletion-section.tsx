import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, type ItemOf } from '#web/api/client.ts'
import { formatDateTime } from '#web/ui/dates.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { currentLocale } from '#web/ui/i18n.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useIntent } from '../appointments/use-intent.ts'
import { BigButton } from '#web/ui/big-button.tsx'
import { Loaded } from '../loaded.tsx'

type Deletion = ItemOf<'listRecipientDeletionRequests'>

/** Asks that everything is deleted, after saying so twice, and tells how far that is. */
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
            {items.map((request) => (
              <Progress key={request.id} request={request} />
            ))}
            {!open && (
              <BigButton look="danger" onPress={() => setIsAsking(true)}>
                <Trans>Ask to delete my data</Trans>
              </BigButton>
            )}
            <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={t`Delete everything about me?`}>
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
          A person looks at your request within a month. Until then reminders go on. After that your appointments,
          messages and sign-in are gone for good; what the law obliges an organization to keep stays with them.
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

function Progress({ request: { status, createdAt, dueAt, outcome } }: { readonly request: Deletion }) {
  const { t } = useLingui()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const words = {
    pending_review: t`You asked to delete your data. It waits to be looked at.`,
    in_progress: t`Your data are being deleted.`,
    completed: t`Your data were deleted.`,
    rejected: t`Your request to delete your data was not followed.`,
  }
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="font-medium">{words[status]}</p>
      <p className="text-sm text-muted">
        <Trans>Asked on {formatDateTime(createdAt, currentLocale(), zone)}.</Trans>{' '}
        {outcome === null && <Trans>Done by {formatDateTime(dueAt, currentLocale(), zone)} at the latest.</Trans>}
      </p>
      {outcome && <p className="mt-1">{outcome.message}</p>}
    </div>
  )
}
