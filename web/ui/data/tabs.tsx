import type { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useCurrentInSight } from './current-in-sight.ts'

/** Tabs, each at an address of its own: put `Link`s with `tabLink` in it. */
export function TabLinks({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const nav = useCurrentInSight<HTMLElement>()
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="mb-6 flex gap-1 overflow-x-auto border-b border-line sm:flex-wrap sm:overflow-visible print:hidden"
    >
      {children}
    </nav>
  )
}

/** Class names and the mark of the current one, for a `Link`: `<Link to="…" {...tabLink}>`. */
export const tabLink = {
  className: '-mb-px border-b-2 px-3 py-2 text-sm font-medium whitespace-nowrap',
  activeProps: { className: 'border-accent text-ink', 'aria-current': 'page' },
  inactiveProps: { className: 'border-transparent text-muted hover:text-ink' },
} as const satisfies Partial<ComponentProps<typeof Link>>
