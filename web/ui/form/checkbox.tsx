import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from 'react-aria-components'

type ToggleProps = {
  readonly name?: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
  readonly children: ReactNode
}

/** Something that counts when the form is sent. */
export function Checkbox({ children, ...props }: ToggleProps) {
  return (
    <AriaCheckbox {...props} className="group flex min-h-6 items-start gap-2.5 data-disabled:opacity-60">
      <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-selected:border-accent group-data-selected:bg-accent">
        <Check aria-hidden size={12} strokeWidth={3} className="invisible text-on-accent group-data-selected:visible" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  )
}

/** Something that is on or off from the moment it is pressed. */
export function Switch({ children, ...props }: Omit<ToggleProps, 'isRequired'>) {
  return (
    <AriaSwitch {...props} className="group flex min-h-6 items-center gap-3 data-disabled:opacity-60">
      <span className="flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-selected:border-accent group-data-selected:bg-accent">
        <span className="size-3.5 rounded-full bg-line-strong transition-[margin] group-data-selected:ms-4 group-data-selected:bg-on-accent" />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  )
}
