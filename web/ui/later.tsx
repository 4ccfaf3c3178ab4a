import { Trans } from '@lingui/react/macro'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, use, useState, type ComponentType } from 'react'
import { ConnectionError } from '#web/api/api-error.ts'
import { part } from '#web/api/part.ts'
import { buttonClass } from './button/button-class.ts'
import { ErrorNote } from './error-state.tsx'

const stoodForMs = 20_000

/**
 * A component that is seen late, if ever, such as the question whether to stay signed in. Its code comes when it is shown,
 * or once the page has stood for a while: so that it is there when the connection is not. Where it does not come, a note
 * says so and the page stays.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let coming: Promise<ComponentType<Props>> | null = null
  // Not asked for without a connection: a browser never again loads code that did not come once.
  const code = () => {
    if (!navigator.onLine && coming === null) return Promise.reject(new ConnectionError('There is no connection.'))
    return (coming ??= part(load))
  }
  // What does not come then is told of when it is shown.
  setTimeout(() => void code().catch(() => undefined), stoodForMs)
  return function Later(props: Props) {
    const [attempt, setAttempt] = useState(() => ({ number: 0, coming: code() }))
    const retry = () => setAttempt({ number: attempt.number + 1, coming: code() })
    return (
      <CatchBoundary
        getResetKey={() => attempt.number}
        errorComponent={({ error }) => (
          <div className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md flex-col items-end gap-2 rounded-lg border border-line bg-surface p-3 shadow-lg">
            <ErrorNote error={error} />
            {error instanceof ConnectionError && (
              <button type="button" className={buttonClass('secondary')} onClick={retry}>
                <Trans>Try again</Trans>
              </button>
            )}
          </div>
        )}
      >
        <Suspense>
          <Arrived {...attempt} props={props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

function Arrived<Props extends object>({
  coming,
  props,
}: {
  readonly coming: Promise<ComponentType<Props>>
  readonly props: Props
}) {
  const Component = use(coming)
  return <Component {...props} />
}
