import type { ComponentProps } from 'react'

export type PressProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'onClick' | 'disabled'> & {
  /** Its action is under way: it keeps its place and the focus, and cannot be pressed again. */
  readonly isPending?: boolean
  readonly isDisabled?: boolean | undefined
  readonly onPress?: (() => void) | undefined
}

/** The behaviour of every button, without its looks. */
export function PressButton({
  type = 'button',
  isPending = false,
  isDisabled,
  onPress,
  ...props
}: PressProps & { readonly className: string }) {
  return (
    <button
      {...props}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      onClick={isPending ? undefined : onPress && (() => onPress())}
    />
  )
}
