import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { call, type ItemOf } from '#web/api/client.ts'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { proposals } from '../appointments/appointment-queries.ts'
import { useIntent } from '../appointments/use-intent.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { Loaded } from '../loaded.tsx'
import { When } from '#web/ui/appointment/when.tsx'

type Suggestion = ItemOf<'listRecipientSuggestions'>

/** Times that organizations propose: those that wait for an answer first. */
export function SuggestionsPage() {
  const { t } = useLingui()
  const list = useQuery(proposals())
  return (
    <Page title={t`Proposed times`}>
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<Lightbulb aria-hidden size={28} />} title={t`No proposed times`}>
              <Trans>When you ask for another time, the times proposed to you appear here.</Trans>
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-5">
              {items
                .toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
                .map((suggestion) => (
                  <li key={suggestion.id}>
                    <SuggestionCard suggestion={suggestion} />
                  </li>
                ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

const isOpen = ({ status }: Suggestion) => status === 'pending_review'

function SuggestionCard({ suggestion }: { readonly suggestion: Suggestion }) {
  const { id, version, platformHolder, proposedStartsAt, timezone, message } = suggestion
  const holder = platformHolder.displayName
  const queryClient = useQueryClient()
  const accepting = useIntent(`accept ${id} ${version}`)
  const dismissing = useIntent(`dismiss ${id} ${version}`)
  const review = useMutation({
    mutationFn: (decision: 'approved' | 'dismissed') =>
      call('reviewRecipientSuggestion', {
        params: { suggestionId: id },
        body: {
          clientRequestId: decision === 'approved' ? accepting : dismissing,
          expectedVersion: version,
          decision,
          confirmedByHuman: true,
        },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['listRecipientSuggestions'] }),
  })
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 shadow-raised">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-base font-medium">{holder}</p>
        <Standing status={suggestion.status} />
      </div>
      <When startsAt={proposedStartsAt} timezone={timezone} />
      {message && <p className="rounded-md bg-sunken px-3 py-2.5">{message}</p>}
      <ErrorNote error={review.error} />
      {isOpen(suggestion) && (
        <div className="flex flex-col gap-2.5">
          <p className="text-sm text-muted">
            <Trans>
              If you accept, <bdi>{holder}</bdi> will make the appointment. Until then nothing changes.
            </Trans>
          </p>
          <BigButton look="primary" isPending={review.isPending} onPress={() => review.mutate('approved')}>
            <Trans>This suits me</Trans>
          </BigButton>
          <BigButton isDisabled={review.isPending} onPress={() => review.mutate('dismissed')}>
            <Trans>This does not suit me</Trans>
          </BigButton>
        </div>
      )}
    </article>
  )
}

function Standing({ status }: Pick<Suggestion, 'status'>) {
  switch (status) {
    case 'pending_review':
      return (
        <StatusPill tone="waiting">
          <Trans>Waiting for your answer</Trans>
        </StatusPill>
      )
    case 'approved':
      return (
        <StatusPill tone="ok">
          <Trans>You accepted</Trans>
        </StatusPill>
      )
    case 'dismissed':
      return (
        <StatusPill tone="quiet">
          <Trans>You declined</Trans>
        </StatusPill>
      )
    case 'expired':
    case 'withdrawn':
      return (
        <StatusPill tone="quiet">
          <Trans>No longer available</Trans>
        </StatusPill>
      )
  }
}
