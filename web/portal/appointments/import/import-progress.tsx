import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isSessionEnded } from '#web/api/api-error.ts'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { SecondsUntil } from './seconds-left.tsx'
import type { Progress } from './send-rows.ts'

/** How far the import is, with the buttons to stop and resume it. */
export function ImportProgress({
  progress: { state, made, failed, rest, waitsUntil, error },
  total,
  firstDay,
  onStop,
  onGoOn,
  onAnother,
}: {
  readonly progress: Progress
  readonly total: number
  /** Day of the first appointment, for the link to the list. */
  readonly firstDay: string | undefined
  readonly onStop: () => void
  readonly onGoOn: () => void
  readonly onAnother: () => void
}) {
  const { t } = useLingui()
  const done = made + failed.length
  const left = total - done
  const line = rest[0]?.line
  return (
    <section aria-label={t`Import`} className="mb-10 rounded-lg border border-line bg-surface px-6 py-5">
      <p role="status" className="text-base font-medium">
        {state === 'finished' ? (
          <Plural value={made} one="# appointment is made" other="# appointments are made" />
        ) : state === 'stopped' ? (
          <Plural value={left} one="Stopped with # row left" other="Stopped with # rows left" />
        ) : state === 'no_connection' ? (
          <Trans>No connection. It goes on by itself.</Trans>
        ) : state === 'slowed' ? (
          <Trans>Waiting for a moment, so that others can work too.</Trans>
        ) : (
          <Trans>The appointments are being made</Trans>
        )}
      </p>
      <div
        role="progressbar"
        aria-label={t`Import`}
        aria-valuenow={done}
        aria-valuemax={total}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(done / total) * 100}%` }}
        />
      </div>
      <p className="mt-2 text-muted">
        <Trans>
          {made} of {total} made
        </Trans>
        {failed.length > 0 && (
          <>
            {' · '}
            <Plural value={failed.length} one="# failed" other="# failed" />
          </>
        )}
      </p>
      {waitsUntil !== null && <SecondsUntil key={waitsUntil} instant={waitsUntil} />}
      {state === 'stopped' && line !== undefined && (
        <p className="mt-1 text-muted">
          <Trans>It goes on with line {line} of the file. Nothing is made twice.</Trans>
        </p>
      )}
      {state === 'stopped' && !isSessionEnded(error) && (
        <div className="mt-4">
          <ErrorNote error={error} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {state === 'finished' ? (
          <>
            <LinkButton to="/appointments" search={{ day: firstDay }} look="primary">
              <Trans>View the appointments</Trans>
            </LinkButton>
            <Button onPress={onAnother}>
              <Trans>Another file</Trans>
            </Button>
          </>
        ) : state === 'stopped' ? (
          <>
            <Button look="primary" onPress={onGoOn}>
              <Trans>Continue</Trans>
            </Button>
            <Button onPress={onAnother}>
              <Trans>Another file</Trans>
            </Button>
          </>
        ) : (
          <Button onPress={onStop}>
            <Trans>Stop</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}
