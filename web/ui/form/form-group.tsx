import type { ReactNode } from 'react'

/** Fields of a long form that belong together, under a heading. */
export function FormGroup({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}) {
  return (
    <section aria-label={title} className="border-b border-line pb-8 last-of-type:border-b-0 not-first:pt-3">
      <h2 className="text-base font-semibold">{title}</h2>
      {lead && <p className="mt-0.5 max-w-prose text-muted">{lead}</p>}
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </section>
  )
}
