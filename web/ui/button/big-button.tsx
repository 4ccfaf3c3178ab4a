import type { ReactNode } from 'react'
import { PressButton, type PressProps } from './press-button.tsx'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent shadow-raised hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-accent hover:bg-sunken',
  danger: 'border border-line-strong bg-surface text-danger hover:bg-danger-soft',
}
const classOf = (look: Look) =>
  `inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-lg px-4 py-2.5 text-base font-medium select-none [&>svg]:shrink-0 transition-colors aria-disabled:opacity-50 ${looks[look]}`

type BigProps = { readonly look?: Look; readonly children: ReactNode }

/** A button for a thumb: 48 px high. */
export function BigButton({ look = 'secondary', ...props }: PressProps & BigProps) {
  return <PressButton {...props} className={classOf(look)} />
}

/** A link out of the app that looks like one: to the telephone, to a map. */
export function BigAnchor({ look = 'secondary', ...props }: Omit<React.ComponentProps<'a'>, 'className'> & BigProps) {
  return <a {...props} className={classOf(look)} />
}
