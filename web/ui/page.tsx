import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'

/** What waits for whoever is at work, for the title of every page: `(3)`; nothing where nothing does. */
export const WaitingInTitle = createContext('')

/**
 * A page: its heading, which takes the focus after each navigation and so is announced, what can be done here, and its
 * content.
 */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: string
  /** A sentence under the heading. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const heading = useHeadingFocus(title)
  const waiting = useContext(WaitingInTitle)
  return (
    <>
      <title>{`${waiting}${waiting && ' '}${title} – Tijdig`}</title>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
            {title}
          </h1>
          {lead && <p className="mt-1 max-w-2xl text-pretty text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** Moves the focus to a heading when its page appears, except on the first page of a visit, which begins at its top. */
export function useHeadingFocus(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasShownPage) heading.current?.focus()
    hasShownPage = true
  }, [title])
  return heading
}

let hasShownPage = false

/** A part of a page under a heading of its own. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section aria-label={title} className="mb-10">
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
