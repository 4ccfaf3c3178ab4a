import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { componentNames, type Component } from './layout.ts'

/** The cell of a component. One of half width takes a whole line where its words need more room. */
export function Cell({
  component: { type, width, options },
  children,
}: {
  readonly component: Component
  readonly children: ReactNode
}) {
  const { i18n } = useLingui()
  const basis = width === 'half' ? 'min-w-[calc(50%-0.375rem)]' : 'basis-full'
  return (
    // Nothing to show: no heading either.
    <div
      className={`max-w-full grow empty:hidden ${basis} ${options.showLabel ? 'not-has-[>:nth-child(2)]:hidden' : ''}`}
    >
      {options.showLabel && <p className="mb-1 text-xs text-muted">{i18n._(componentNames[type])}</p>}
      {children}
    </div>
  )
}
