import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Difference } from './differences.ts'

type Row = Difference & {
  /** What was typed here. */
  readonly yours?: string | undefined
  /** What to do about it. */
  readonly action?: ReactNode
}

/** What somebody else changed meanwhile: how it was shown, and how it is now. */
export function ChangedNote({ rows, children }: { readonly rows: readonly Row[]; readonly children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-warn-soft px-4 py-3">
      <p className="font-medium text-warn">
        <Trans>Somebody else has changed this in the meantime.</Trans>
      </p>
      <p>{children}</p>
      {rows.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3">
          {rows.map(({ name, before, now, yours, action }) => (
            <li key={name} className="grid gap-x-4 gap-y-1 @min-[30rem]:grid-cols-[8rem_minmax(0,1fr)_auto]">
              <span className="font-medium">{name}</span>
              <span className="wrap-break-word">
                <span className="block">
                  <Trans>Before: {before === '' ? '–' : before}</Trans>
                </span>
                <span className="block font-medium">
                  <Trans>Now: {now === '' ? '–' : now}</Trans>
                </span>
                {yours !== undefined && (
                  <span className="block">
                    <Trans>Your version: {yours === '' ? '–' : yours}</Trans>
                  </span>
                )}
              </span>
              {action}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
