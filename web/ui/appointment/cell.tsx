import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { componentNames, type Component } from './layout.ts'

/** The place of a component. Half a line is as wide as its longest word at least: on a narrow telephone the next one stands below. */
export function Cell({
  component: { type, width, options },
  children,
}: {
  readonly component: Component
  readonly children: ReactNode
}) {
  const { i18n } = useLingui()
  const basis = width === 'half' ? 'basis-[calc(50%-0.375rem)]' : 'basis-full'
  return (
    // Where there is nothing to show there is no heading either.
    <div
      className={`max-w-full grow empty:hidden ${basis} ${options.showLabel ? 'not-has-[>:nth-child(2)]:hidden' : ''}`}
    >
      {options.showLabel && <p className="mb-1 text-xs text-muted">{i18n._(componentNames[type])}</p>}
      {children}
    </div>
  )
}
