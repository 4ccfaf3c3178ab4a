import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { popoverClass } from './overlay-classes.ts'

/** An item of a menu. */
export type MenuChoice = {
  readonly id: string
  readonly name: string
  /** The language of its name, when it is not that of the page. */
  readonly lang?: string
  /** Stands after the name, quieter. */
  readonly note?: string
  readonly icon?: ReactNode
  readonly onAction: () => void
}

/** A button that opens a menu in the browser's own popover, which closes by Escape and by a press beside it. */
export function Menu({
  label,
  name,
  choices,
  className,
  children,
}: {
  /** Accessible name of the list. */
  readonly label: string
  /** Accessible name of the button, when it has no words. */
  readonly name?: string | undefined
  readonly choices: readonly MenuChoice[]
  /** The looks of the button. */
  readonly className: string
  readonly children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    list.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        className={className}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.showPopover()
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={`${popoverClass} fixed inset-auto m-0 max-h-96 min-w-48 overflow-auto p-1 text-ink`}
        onToggle={({ newState, currentTarget }) => {
          setIsOpen(newState === 'open')
          if (newState !== 'open' || button.current === null) return
          placeBeside(button.current, currentTarget)
          // The event comes after the menu is there: who is at a choice by then stays there.
          if (!currentTarget.contains(document.activeElement)) currentTarget.querySelector('button')?.focus()
        }}
        onKeyDown={(event) => (event.key === 'Tab' ? close() : moveFocus(event))}
      >
        {choices.map((choice) => (
          <button
            key={choice.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2 py-1.5 text-start text-sm -outline-offset-2 hover:bg-sunken focus:bg-sunken pointer-coarse:min-h-11"
            onClick={() => {
              close()
              choice.onAction()
            }}
          >
            {choice.icon && <span className="text-muted">{choice.icon}</span>}
            <span lang={choice.lang} className="flex-1">
              {choice.name}
            </span>
            {choice.note && <span className="text-muted">{choice.note}</span>}
          </button>
        ))}
      </div>
    </>
  )
}

/** Below the button where there is room, else above; at its start side, within the window. */
function placeBeside(button: HTMLElement, list: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { offsetHeight, offsetWidth } = list
  const isBelow = bottom + 6 + offsetHeight <= innerHeight || top < offsetHeight
  const { clientWidth } = document.documentElement
  const start = getComputedStyle(button).direction === 'rtl' ? clientWidth - right : left
  list.style.top = `${isBelow ? bottom + 6 : top - 6 - offsetHeight}px`
  list.style.insetInlineStart = `${Math.max(8, Math.min(start, clientWidth - offsetWidth - 8))}px`
}

/** By the arrow keys, Home and End, or to the next that begins with the letter that was typed. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  const found =
    next === undefined
      ? [...items.slice(at + 1), ...items].find((item) => isCalled(item, event.key))
      : items.at(next % items.length)
  if (found === undefined) return
  event.preventDefault()
  found.focus()
}

function isCalled({ textContent }: HTMLElement, key: string): boolean {
  return key.length === 1 && key !== ' ' && textContent.toLowerCase().startsWith(key.toLowerCase())
}
