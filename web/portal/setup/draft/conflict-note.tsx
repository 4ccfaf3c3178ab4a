import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import type { Draft } from './use-draft.ts'

/** A field in words: its name, and a value of it. */
export type FieldText<T> = {
  readonly [Field in keyof T]?: { readonly name: string; readonly text: (value: T) => string }
}

/** What somebody else saved meanwhile, beside what was typed here, which saving again keeps. */
export function ConflictNote<T extends object>({
  draft: { theirs, changes, value, set },
  fields,
}: {
  readonly draft: Draft<T>
  readonly fields: FieldText<T>
}) {
  if (theirs === null) return null
  const changed = (Object.keys(theirs) as (keyof T)[]).map((field) => ({
    field,
    words: fields[field],
    isBoth: field in changes,
  }))
  return (
    <div role="alert" className="rounded-lg border border-line bg-warn-soft px-4 py-3">
      <p className="font-medium text-warn">
        <Trans>Somebody else has changed this in the meantime.</Trans>
      </p>
      <p>
        <Trans>What you typed is still here. Save again to keep it.</Trans>
      </p>
      <ul className="mt-3 flex flex-col gap-3">
        {changed.map(({ field, words, isBoth }) => (
          <li key={String(field)} className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
            <span className="font-medium">{words?.name ?? String(field)}</span>
            <span>
              <Trans>Their version: {{ theirs: words?.text({ ...value, [field]: theirs[field] }) ?? '' }}</Trans>
              {isBoth && (
                <span className="block">
                  <Trans>Your version: {{ yours: words?.text(value) ?? '' }}</Trans>
                </span>
              )}
            </span>
            {isBoth && (
              <span>
                <Button onPress={() => set({ [field]: theirs[field] } as unknown as Partial<T>)}>
                  <Trans>Use their version</Trans>
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
