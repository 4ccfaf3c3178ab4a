import type { ReactElement, ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
  type MenuItemProps,
} from 'react-aria-components'
import { popoverClass } from './overlay-classes.ts'

/** What a button opens: a list of things to do. `trigger` is a `Button` or `IconButton`. */
export function Menu({
  trigger,
  label,
  children,
}: {
  readonly trigger: ReactElement
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={`${popoverClass} min-w-48`}>
        <AriaMenu aria-label={label} className="max-h-96 overflow-auto p-1 outline-none">
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

export function MenuItem({
  icon,
  children,
  ...props
}: Omit<MenuItemProps, 'className' | 'style' | 'children'> & {
  readonly icon?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <AriaMenuItem
      {...props}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm outline-none data-disabled:opacity-50 data-focused:bg-sunken pointer-coarse:min-h-11"
    >
      {icon && <span className="text-muted">{icon}</span>}
      {children}
    </AriaMenuItem>
  )
}
