import { useState, type ComponentProps } from 'react'

export type PressProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'onClick' | 'disabled'> & {
  /** Its action is under way: it keeps its place and the focus, and cannot be pressed again. */
  readonly isPending?: boolean
  readonly isDisabled?: boolean | undefined
  readonly onPress?: (() => void) | undefined
}

/** The behaviour of every button, without its looks. One that can no longer be used keeps the focus until it is left. */
export function PressButton({
  type = 'button',
  isPending = false,
  isDisabled,
  onPress,
  ...props
}: PressProps & { readonly className: string }) {
  const [hasFocus, setFocus] = useState(false)
  const isIdle = isPending || isDisabled
  return (
    <button
      {...props}
      type={isIdle ? 'button' : type}
      disabled={isDisabled && !hasFocus}
      aria-disabled={isIdle || undefined}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={isIdle ? undefined : onPress && (() => onPress())}
    />
  )
}
