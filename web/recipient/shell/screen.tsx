import type { ReactNode } from 'react'
import { useHeadingFocus } from '#web/ui/page.tsx'

/** A heading with what belongs to it, for screens outside the app's tabs. */
export function Screen({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useHeadingFocus(title)
  return (
    <>
      <title>{`${title} – Tijdig`}</title>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
        {title}
      </h1>
      <div className="mt-3 flex flex-col gap-5 text-base">{children}</div>
    </>
  )
}
