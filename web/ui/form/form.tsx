import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { ErrorNote } from '../error-state.tsx'
import { Faults, type Fault } from './faults.ts'

type FormProps = {
  /** Of the last attempt; null when nothing is wrong. */
  readonly error: unknown
  /** Faults found before anything was sent. */
  readonly found?: readonly Fault[]
  /** Names of the fields it shows, as the API's `details` spell them. */
  readonly fields: readonly string[]
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly children: ReactNode
  readonly actions: ReactNode
  /** The actions stay in sight while the form is scrolled. */
  readonly isLong?: boolean
}

/**
 * A form that shows what the server refused: faults of its fields beside them, the first of which gets the focus,
 * everything else above the buttons.
 */
export function Form({ error, found = [], fields, onSubmit, children, actions, isLong = false }: FormProps) {
  const faults = error instanceof ApiError ? error.details : []
  const isShownAtFields = faults.length > 0 && faults.every(({ path }) => fields.includes(path))
  const shown = [...found, ...faults]
  const form = useRef<HTMLFormElement>(null)
  // The first may be out of sight.
  const goToFault = () => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  useEffect(goToFault, [shown.map(({ path }) => path).join()])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
    if (found.length > 0) goToFault()
  }
  return (
    // Without the browser's own validation: a fault of the last attempt would block sending the correction.
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Faults value={shown}>{children}</Faults>
      {!isShownAtFields && <ErrorNote error={error} />}
      <div
        data-bar={isLong ? 'save' : undefined}
        className={`flex flex-wrap items-center gap-2 empty:hidden ${isLong ? 'sticky bottom-14 z-10 -mx-1 border-t border-line bg-canvas px-1 py-3 sm:bottom-0' : ''}`}
      >
        {actions}
      </div>
    </form>
  )
}
