import { useLingui } from '@lingui/react/macro'
import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass, iconButtonClass, type ButtonLook } from './button-class.ts'
import { PressButton, type PressProps } from './press-button.tsx'

export type ButtonProps = PressProps & {
  readonly look?: ButtonLook
  readonly icon?: ReactNode
  readonly children: ReactNode
}

export function Button({ look = 'secondary', icon, children, ...props }: ButtonProps) {
  const { t } = useLingui()
  return (
    <PressButton {...props} className={buttonClass(look)}>
      {icon}
      {children}
      {props.isPending && <span role="progressbar" aria-label={t`In progress`} className="sr-only" />}
    </PressButton>
  )
}

/** A button with only an icon; `label` is its name. */
export function IconButton({
  label,
  children,
  ...props
}: Omit<PressProps, 'aria-label'> & {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <PressButton {...props} aria-label={label} className={iconButtonClass}>
      {children}
    </PressButton>
  )
}

/** A link that looks like a button. Not the library's own, with which Enter reloads the whole page. */
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
