import type { ComponentProps } from 'react'

export type PressProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'onClick' | 'disabled'> & {
  /** Its work is under way: it keeps its place and the focus, and cannot be pressed again. */
  readonly isPending?: boolean
  readonly isDisabled?: boolean | undefined
  readonly onPress?: (() => void) | undefined
}

/** What every button of ours is, without its looks. */
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
