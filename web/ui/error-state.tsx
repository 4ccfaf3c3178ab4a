import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { ChangedMeanwhile } from './change/refusals.ts'
import { errorText } from './error-text.ts'
import { SupportLink } from './support.tsx'

/** What went wrong, what to do, and the id that support asks for. */
export function ErrorState({
  error,
  onRetry,
  action,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
  /** What helps where trying again does not. */
  readonly action?: ReactNode
}) {
  const { i18n } = useLingui()
  const { title, advice } = errorText(error)
  return (
    <div role="alert" className="rounded-lg border border-line bg-surface px-6 py-8">
      <p className="text-base font-medium">{i18n._(title)}</p>
      <p className="mt-1 max-w-prose text-muted">{i18n._(advice)}</p>
      {error instanceof ApiError && <RequestId id={error.requestId} />}
      {onRetry && (
        <div className="mt-4">
          <button type="button" className={buttonClass('secondary')} onClick={onRetry}>
            <Trans>Try again</Trans>
          </button>
        </div>
      )}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

function RequestId({ id }: { readonly id: string }) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <span>
        <Trans>
          For support: <code className="font-mono select-all">{id}</code>
        </Trans>
      </span>
      <SupportLink requestId={id} />
    </p>
  )
}

/** The same in one line, above the button of a form. Nothing when there is no error. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  const { i18n } = useLingui()
  if (error === null || error === undefined) return null
  if (error instanceof ChangedMeanwhile) return <error.Note error={error} />
  const { title, advice } = errorText(error)
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p>
        <span className="font-medium">{i18n._(title)}</span> {i18n._(advice)}
      </p>
      {error instanceof ApiError && (
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs">
          <code className="font-mono select-all">{error.requestId}</code>
          <SupportLink requestId={error.requestId} />
        </p>
      )}
    </div>
  )
}
