import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, Link, type ButtonProps } from 'react-aria-components'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent shadow-raised hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'text-accent hover:bg-sunken',
  danger: 'border border-line-strong bg-surface text-danger hover:bg-danger-soft',
}
const classOf = (look: Look) =>
  `inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-lg px-5 py-2.5 text-base font-medium select-none [&>svg]:shrink-0 transition-colors disabled:opacity-50 data-pending:opacity-60 ${looks[look]}`

type BigProps = { readonly look?: Look; readonly children: ReactNode }

/** A button for a thumb: 48 px high. */
export function BigButton({ look = 'secondary', ...props }: Omit<ButtonProps, 'className' | 'style'> & BigProps) {
  return <Button {...props} className={classOf(look)} />
}

/** A place to go to that looks like one. */
export const BigLink: LinkComponent<typeof LinkAsButton> = createLink(LinkAsButton)

function LinkAsButton({
  look = 'secondary',
  ...props
}: Omit<React.ComponentProps<typeof Link>, 'className' | 'style' | 'children'> & {
  readonly look?: Look
  readonly children?: ReactNode
}) {
  return <Link {...props} className={classOf(look)} />
}

/** The same for another place than the app: the telephone, a map. */
export function BigAnchor({ look = 'secondary', ...props }: React.ComponentProps<'a'> & BigProps) {
  return <a {...props} className={classOf(look)} />
}
