import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

type ToggleProps = {
  readonly name?: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isDisabled?: boolean
  readonly children: ReactNode
}

/** Something that counts when the form is sent. */
export function Checkbox({ children, ...props }: ToggleProps) {
  return (
    <label className="group relative flex min-h-6 items-start gap-2.5 has-disabled:opacity-60">
      <Toggle {...props} />
      <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent">
        <Check aria-hidden size={12} strokeWidth={3} className="invisible text-on-accent group-has-checked:visible" />
      </span>
      <span>{children}</span>
    </label>
  )
}

/** Something that is on or off from the moment it is pressed. */
export function Switch({ children, ...props }: ToggleProps) {
  return (
    <label className="group relative flex min-h-6 items-center gap-3 has-disabled:opacity-60">
      <Toggle {...props} role="switch" />
      <span className="flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent">
        <span className="size-3.5 rounded-full bg-line-strong transition-[margin] group-has-checked:ms-4 group-has-checked:bg-on-accent" />
      </span>
      <span>{children}</span>
    </label>
  )
}

/** The browser's own checkbox, hidden from view; the one drawn beside it follows its state. */
function Toggle({
  isSelected,
  isDisabled,
  onChange,
  ...props
}: Omit<ToggleProps, 'children'> & { readonly role?: 'switch' }) {
  return (
    <input
      {...props}
      type="checkbox"
      checked={isSelected}
      disabled={isDisabled}
      className="peer sr-only"
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
