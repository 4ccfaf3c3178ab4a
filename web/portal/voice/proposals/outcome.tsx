import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import type { Proposal } from './proposal-card.tsx'

/** What became of it, and where to look. */
export function Outcome({ proposal }: { readonly proposal: Proposal }) {
  const { status, mayHaveApplied, errorCode } = proposal
  return (
    <div className="flex flex-col items-start gap-3">
      {mayHaveApplied ? (
        <p role="alert" className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <Trans>It may have been done, but that is not certain yet. First check how things really stand.</Trans>
        </p>
      ) : (
        <p role="status" className="text-muted">
          <Sentence status={status} />
          {errorCode && <code className="ms-2 font-mono text-xs">{errorCode}</code>}
        </p>
      )}
      {status !== 'executing' && <Place proposal={proposal} />}
      {status === 'succeeded' && <GoOn result={proposal.result} />}
    </div>
  )
}

function Sentence({ status }: Pick<Proposal, 'status'>) {
  if (status === 'executing') return <Trans>It is being done.</Trans>
  if (status === 'succeeded') return <Trans>It was done as shown here.</Trans>
  if (status === 'failed') return <Trans>Nothing was changed. Ask for it again, as things are now.</Trans>
  if (status === 'discarded')
    return <Trans>The API key that asked for it no longer works, and nothing was changed.</Trans>
  return <Trans>It was not confirmed in time, and nothing was changed.</Trans>
}

/** The page that shows what it is about. */
function Place({ proposal: { category, storedInput, result } }: { readonly proposal: Proposal }) {
  const { appointmentId = idOf(result) } = storedInput as { appointmentId?: string }
  const label = <Trans>See the current state</Trans>
  if (category === 'planning' && appointmentId !== undefined)
    return (
      <LinkButton to="/appointments/$appointmentId" params={{ appointmentId }}>
        {label}
      </LinkButton>
    )
  if (category === 'planning') return <LinkButton to="/appointments">{label}</LinkButton>
  if (category === 'profiles' || category === 'onboarding') return <LinkButton to="/account">{label}</LinkButton>
  return <LinkButton to="/setup">{label}</LinkButton>
}

/** Payments and calendars are connected on a page of their provider. */
function GoOn({ result }: Pick<Proposal, 'result'>) {
  const { redirectUrl, authorizationUrl = redirectUrl } = (result ?? {}) as Record<string, unknown>
  if (typeof authorizationUrl !== 'string' || !/^https?:/.test(authorizationUrl)) return null
  return (
    <a href={authorizationUrl} className={buttonClass('primary')}>
      <Trans>Continue there</Trans>
    </a>
  )
}

/** Id of an appointment that was made. */
function idOf(result: object | null): string | undefined {
  const { id } = (result ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}
