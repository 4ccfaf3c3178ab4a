import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'

/** A word about a control, when it is pointed at or focused. Nothing may be said here alone. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <TooltipTrigger delay={500}>
      {children}
      <AriaTooltip offset={6} className="max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-overlay">
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
