import { useLingui } from '@lingui/react/macro'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  ProgressBar,
} from 'react-aria-components'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style'> & {
  readonly look?: ButtonLook
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A button with words. `isPending` while its work is under way: it keeps its place and cannot be pressed again. */
export function Button({ look = 'secondary', icon, children, ...props }: ButtonProps) {
  const { t } = useLingui()
  return (
    <AriaButton {...props} className={buttonClass(look)}>
      {icon}
      {children}
      {props.isPending && <ProgressBar aria-label={t`Under way`} isIndeterminate className="sr-only" />}
    </AriaButton>
  )
}

/** A button with only an icon; `label` is its name. */
export function IconButton({
  label,
  children,
  ...props
}: Omit<AriaButtonProps, 'className' | 'style' | 'aria-label'> & {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink disabled:opacity-50"
    >
      {children}
    </AriaButton>
  )
}

/** A place to go to that looks like a button. */
export const LinkButton: LinkComponent<typeof LinkAsButton> = createLink(LinkAsButton)

function LinkAsButton({
  look = 'secondary',
  icon,
  children,
  ...props
}: Omit<React.ComponentProps<typeof AriaLink>, 'className' | 'style'> & {
  readonly look?: ButtonLook
  readonly icon?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <AriaLink {...props} className={buttonClass(look)}>
      {icon}
      {children}
    </AriaLink>
  )
}

export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-9 items-center justify-center gap-2 rounded-md px-3 py-1.5 text-sm font-medium whitespace-nowrap select-none transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-pending:opacity-60 pointer-coarse:min-h-11 ${looks[look]}`
}

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'bg-accent text-on-accent shadow-raised hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border border-line shadow-raised hover:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-surface text-danger border border-line shadow-raised hover:bg-danger-soft',
}
