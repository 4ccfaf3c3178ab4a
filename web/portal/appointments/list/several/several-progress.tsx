import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isSessionEnded } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { errorText } from '#web/ui/error-text.ts'
import type { Run } from './use-several.ts'

/** How far it is, and at the end what became of each. */
export function SeveralProgress({
  run: { isRunning, change, done, refused, rest, error, total },
  onStop,
  onGoOn,
  onClose,
}: {
  readonly run: Run
  readonly onStop: () => void
  readonly onGoOn: () => void
  readonly onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const answered = done.length + refused.length
  return (
    <section
      aria-label={t`Change of several appointments`}
      className="mb-4 rounded-lg border border-line bg-surface p-4"
    >
      <p role="status" className="font-medium">
        {isRunning ? (
          <Trans>
            {answered} of {total} done. Escape stops.
          </Trans>
        ) : change.kind === 'cancelled' ? (
          <Plural value={done.length} one="# appointment is cancelled" other="# appointments are cancelled" />
        ) : (
          <Plural value={done.length} one="# person noted as attended" other="# people noted as attended" />
        )}
      </p>
      <div
        role="progressbar"
        aria-label={t`Change of several appointments`}
        aria-valuenow={answered}
        aria-valuemax={total}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${(answered / total) * 100}%` }} />
      </div>
      {refused.length > 0 && (
        <ul aria-label={t`Not changed`} className="mt-3 flex flex-col gap-1">
          {refused.map(({ appointment: { id, recipient }, error: reason }) => (
            <li key={id}>
              <span className="font-medium">{recipient.displayName}</span>{' '}
              <span className="text-danger">{i18n._(errorText(reason).title)}</span>
            </li>
          ))}
        </ul>
      )}
      {!isRunning && rest.length > 0 && (
        <p className="mt-3">
          <Plural value={rest.length} one="# is still to be done." other="# are still to be done." />
        </p>
      )}
      {!isRunning && error !== null && !isSessionEnded(error) && (
        <div className="mt-3">
          <ErrorNote error={error} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {isRunning ? (
          <Button onPress={onStop}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <>
            {rest.length > 0 && (
              <Button look="primary" onPress={onGoOn}>
                <Trans>Continue</Trans>
              </Button>
            )}
            <Button onPress={onClose} autoFocus>
              <Trans>Close</Trans>
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
