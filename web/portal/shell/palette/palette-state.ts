import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { parts, places } from '#web/portal/shell/places.ts'

/** Something that can be done from the palette. */
export type Command = {
  readonly id: string
  readonly name: string
  readonly icon?: ReactNode
  readonly run: () => void
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
  return [...offered].filter(isNoPlace).map((one, index) => ({
    id: `page-${index}`,
    name: one.ariaLabel ?? one.textContent.trim(),
    run: () => one.click(),
  }))
}

/** Links to pages that the palette finds anyway are left out. */
function isNoPlace(one: HTMLElement): boolean {
  const found: readonly string[] = [...places, ...parts].map(({ to }) => to)
  return !(one instanceof HTMLAnchorElement && found.includes(`${one.pathname}${one.search}`))
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
