import type { ReactNode } from 'react'
import type { BodyOf } from '#web/api/client.ts'

export type PreferenceChange = Omit<BodyOf<'updateRecipientPreferences'>, 'expectedVersion'>

/** Switches that belong together, under their name. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      <div className="divide-y divide-line rounded-lg border border-line bg-surface px-4">{children}</div>
    </fieldset>
  )
}

/** One of them, high enough for a thumb. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-h-12 items-center py-1 [&>label]:min-h-11 [&>label]:grow">{children}</div>
}
