import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

/** Something that can be done from the palette. */
export type Command = {
  readonly id: string
  readonly name: string
  readonly icon?: ReactNode
  readonly run: () => void
  /** Where it leads, when it is a link. */
  readonly to?: string
}

type State = { readonly isOpen: boolean; readonly commands: readonly Command[] }

const closed: State = { isOpen: false, commands: [] }
let state = closed
const listeners = new Set<() => void>()

export function openPalette(): void {
  setPalette(true)
}

export function setPalette(isOpen: boolean): void {
  state = isOpen ? { isOpen, commands: offeredByPage() } : closed
  for (const listener of listeners) listener()
}

export function usePalette(): State {
  return useSyncExternalStore(listen, () => state)
}

/** What the page can do now: the buttons and links beside its headings, by their own words. */
function offeredByPage(): readonly Command[] {
  const offered = document.querySelectorAll<HTMLElement>('main header :is(a[href], button:not(:disabled))')
  return [...offered].map((one, index) => ({
    id: `page-${index}`,
    name: one.ariaLabel ?? one.textContent.trim(),
    run: () => one.click(),
    ...(one instanceof HTMLAnchorElement && { to: `${one.pathname}${one.search}` }),
  }))
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
