import { Trans } from '@lingui/react/macro'
import { LoaderCircle } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import type { LookupState } from './use-lookup.ts'

/** A look-up's progress in one line; once it has stopped, the button for another. */
export function LookupProgress({
  state,
  error,
  onRetry,
}: {
  readonly state: LookupState
  readonly error: unknown
  readonly onRetry: () => void
}) {
  if (state === 'running' || state === 'stalled')
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <LoaderCircle aria-hidden size={16} className="shrink-0 animate-spin" />
        {state === 'running' ? (
          <Trans>Searching the company register…</Trans>
        ) : (
          <Trans>Still waiting for the company register…</Trans>
        )}
      </p>
    )
  if (state !== 'failed' && state !== 'timed_out') return null
  const isTooMuch = error instanceof ApiError && error.status === 429
  const isStopped = error === null || error instanceof DOMException
  return (
    <div className="flex flex-col items-start gap-3">
      {isStopped || (error instanceof ApiError && error.code === 'PROVIDER_UNAVAILABLE') ? (
        <div role="alert">
          <p className="font-medium">
            <Trans>Stopped: the company register did not answer.</Trans>
          </p>
          <p className="text-muted">
            <Trans>Try again, or fill in your organization yourself below.</Trans>
          </p>
          {error instanceof ApiError && (
            <p className="mt-1 font-mono text-xs text-muted select-all">{error.requestId}</p>
          )}
        </div>
      ) : (
        <ErrorNote error={error} />
      )}
      {!isTooMuch && (
        <Button onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
