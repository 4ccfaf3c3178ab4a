import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type BodyOf } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { isOvertaken } from '#web/ui/change/refusals.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { EntryFacts } from './entry-facts.tsx'
import type { WaitingPerson } from './waiting-queries.ts'

type Decision = BodyOf<'reviewHolderLinkProposal'>['decision']

/** A link that one member of staff asked for: another confirms it, anybody declines it. */
export function ProposedLink({
  person,
  proposal,
}: {
  readonly person: WaitingPerson
  readonly proposal: NonNullable<WaitingPerson['proposal']>
}) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const { proposalId, proposedBy, isMine, holderRecipientIds } = proposal
  const colleague = proposedBy ?? '–'
  const review = useMutation({
    mutationFn: (decision: Decision) =>
      call('reviewHolderLinkProposal', {
        params: { platformHolderId: holder, profileId: person.profileId },
        body: { clientRequestId, proposalId, decision },
      }),
    onSuccess: async ({ status }) => {
      toast(status === 'linked' ? t`Linked` : t`Declined`)
      await readAnew(queries, ['listHolderWaitingPeople', 'getHolderAppointment'])
    },
    onError: (error) => {
      // The proposal goes away with what was pressed.
      if (isOvertaken(error)) toast(t`Somebody else answered this in the meantime.`)
    },
  })
  const press = (decision: Decision) => ({
    isPending: review.isPending && review.variables === decision,
    onPress: () => review.mutate(decision),
  })
  return (
    <>
      <p className="mb-3 rounded-md bg-warn-soft px-3 py-2 text-warn">
        {isMine ? (
          <Trans>You proposed this link. A colleague has to confirm it.</Trans>
        ) : (
          <Trans>{colleague} proposes this link. Confirm it only if you know who it is too.</Trans>
        )}
      </p>
      <ul className="flex flex-col gap-3">
        {person.entries
          .filter((entry) => holderRecipientIds.includes(entry.holderRecipientId))
          .map((entry) => (
            <li key={entry.holderRecipientId}>
              <EntryFacts entry={entry} />
            </li>
          ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        {!isMine && (
          <Button look="primary" {...press('confirmed')}>
            <Trans>Confirm</Trans>
          </Button>
        )}
        <Button {...press('rejected')}>
          <Trans>Decline</Trans>
        </Button>
      </div>
      <ErrorNote error={review.error} />
    </>
  )
}
