import { useLingui } from '@lingui/react/macro'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps, ProgressBar } from 'react-aria-components'
import { buttonClass, type ButtonLook } from './button-class.ts'

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
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11 text-muted hover:bg-sunken hover:text-ink disabled:opacity-50"
    >
      {children}
    </AriaButton>
  )
}

/** A place to go to that looks like a button. A plain link: the library's own leaves Enter to the browser, which loads all anew. */
export const LinkButton: LinkComponent<typeof LinkAsButton> = createLink(LinkAsButton)

function LinkAsButton({
  look = 'secondary',
  icon,
  children,
  ...props
}: Omit<React.ComponentProps<'a'>, 'className' | 'style'> & {
  readonly look?: ButtonLook
  readonly icon?: ReactNode
}) {
  return (
    <a {...props} className={buttonClass(look)}>
      {icon}
      {children}
    </a>
  )
}
