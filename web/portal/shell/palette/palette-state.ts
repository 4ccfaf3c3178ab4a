import { useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

/** Something that can be done from the palette. */
export type Command = {
  readonly id: string
  readonly name: string
  readonly icon?: ReactNode
  readonly run: () => void
}

let isOpen = false
let commands: readonly Command[] = []
const listeners = new Set<() => void>()

export function openPalette(): void {
  setPalette(true)
}

export function setPalette(value: boolean): void {
  isOpen = value
  tell()
}

export function usePalette(): { readonly isOpen: boolean; readonly commands: readonly Command[] } {
  return {
    isOpen: useSyncExternalStore(listen, () => isOpen),
    commands: useSyncExternalStore(listen, () => commands),
  }
}

/** Adds a page's commands to the palette for as long as the page is shown. Keep the list stable (`useMemo`). */
export function useCommands(own: readonly Command[]): void {
  useEffect(() => {
    commands = [...own, ...commands]
    tell()
    return () => {
      commands = commands.filter((command) => !own.includes(command))
      tell()
    }
  }, [own])
}

function tell(): void {
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
