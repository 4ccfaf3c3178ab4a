import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, type DataOf } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { ErrorNote, ErrorState } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { useHolder } from '../../holder.ts'
import { Outcome } from './outcome.tsx'
import { statusTexts } from './status-texts.ts'
import { useProposalWords } from './use-proposal-words.ts'
import { useSecondsUntil } from './use-seconds-until.ts'
import { useMutation } from '#web/ui/use-mutation.ts'

export type Proposal = DataOf<'getHolderVoiceProposal'>

/** What an agent proposes, with the values as stored, and the one control that carries it out. */
export function ProposalCard({ proposalId, heading }: { readonly proposalId: string; readonly heading: 'h2' | 'h3' }) {
  const params = { platformHolderId: useHolder(), proposalId }
  const { data, error } = useQuery({
    ...read('getHolderVoiceProposal', { params }),
    refetchInterval: ({ state }) => (state.data?.status === 'executing' ? 1_500 : 15_000),
  })
  if (data) return <Card proposal={data} heading={heading} />
  return error ? <ErrorState error={error} /> : <Skeleton className="h-64 w-full" />
}

function Card({ proposal, heading: Heading }: { readonly proposal: Proposal; readonly heading: 'h2' | 'h3' }) {
  const { i18n } = useLingui()
  const secondsLeft = useSecondsUntil(proposal.expiresAt)
  const status = proposal.status === 'pending_confirmation' && secondsLeft === 0 ? 'expired' : proposal.status
  const { tone, name } = statusTexts[status]
  const words = useProposalWords(proposal)
  return (
    <article aria-label={words.title} className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <Heading className="text-base font-semibold">{words.title}</Heading>
        {status === 'pending_confirmation' ? (
          <Countdown seconds={secondsLeft} />
        ) : (
          <StatusPill tone={tone}>{i18n._(name)}</StatusPill>
        )}
      </header>
      <div className="flex flex-col gap-5 px-5 py-4">
        <About proposal={proposal} words={words} />
        <Changes proposal={proposal} words={words} />
        <Exactly proposal={proposal} />
        {status === 'pending_confirmation' ? <Confirm proposal={proposal} /> : <Outcome proposal={proposal} />}
      </div>
    </article>
  )
}

function Countdown({ seconds }: { readonly seconds: number }) {
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p role="timer" className={`tabular-nums ${seconds < 60 ? 'text-warn' : 'text-muted'}`}>
      <Trans>{left} left</Trans>
    </p>
  )
}

type Shown = { readonly proposal: Proposal; readonly words: ReturnType<typeof useProposalWords> }

function About({ proposal: { about }, words }: Shown) {
  if (about.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {about.map(({ path, value }) => (
        <div key={path} className="contents">
          <dt className="text-muted">{words.nameOf(path)}</dt>
          <dd>
            <bdi>{words.textOf(path, value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Changes({ proposal: { changes }, words }: Shown) {
  const { t } = useLingui()
  if (changes.length === 0) return null
  const hasBefore = changes.some(({ before }) => before !== null)
  return (
    <ul aria-label={t`What changes`} className="divide-y divide-line border-y border-line">
      {changes.map(({ path, before, after }) => (
        <li key={path} className="py-2.5">
          <p className="text-xs text-muted">{words.nameOf(path)}</p>
          {hasBefore && (
            <p className="text-muted">
              <span className="sr-only">{t`Now:`} </span>
              {before === null ? '–' : <s dir="auto">{words.textOf(path, before)}</s>}
            </p>
          )}
          <p className="font-medium">
            <span className="sr-only">{t`Then:`} </span>
            <bdi>{words.textOf(path, after)}</bdi>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The stored input, to the letter. */
function Exactly({ proposal: { storedInput } }: { readonly proposal: Proposal }) {
  return (
    <details>
      <summary className="text-xs text-muted">
        <Trans>Exactly as stored</Trans>
      </summary>
      <pre dir="ltr" className="mt-2 rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
        {JSON.stringify(storedInput, null, 2)}
      </pre>
    </details>
  )
}

/** Takes a person's press: the agent has no way to confirm. */
function Confirm({ proposal }: { readonly proposal: Proposal }) {
  const { proposalId, requiresPaymentConsent } = proposal
  const params = { platformHolderId: useHolder(), proposalId }
  const queries = useQueryClient()
  const [hasConsented, setConsented] = useState(false)
  const confirm = useMutation({
    mutationFn: () =>
      call('confirmHolderVoiceProposal', {
        params,
        body: { confirmed: true, ...(requiresPaymentConsent ? { paymentConsent: true } : {}) },
      }),
    // Whatever the outcome, every page shows the present state.
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <div className="flex flex-col gap-4">
      {requiresPaymentConsent && (
        <Checkbox isSelected={hasConsented} onChange={setConsented}>
          <Trans>I agree to the payment that this leads to.</Trans>
        </Checkbox>
      )}
      <ErrorNote error={confirm.error} />
      <div>
        <Button
          look="primary"
          isPending={confirm.isPending}
          isDisabled={requiresPaymentConsent && !hasConsented}
          onPress={() => confirm.mutate()}
        >
          <Trans>Confirm</Trans>
        </Button>
      </div>
    </div>
  )
}
