import { useEffect, useState, type ComponentType } from 'react'
import { setPalette, usePalette } from './palette-state.ts'

/** Finds people, pages and commands by a few letters; opened by Ctrl or Cmd with K, by /, or the button. Loaded on first use. */
export function CommandPalette() {
  const { isOpen } = usePalette()
  const [PaletteDialog, setDialog] = useState<ComponentType | null>(null)
  useShortcut()
  useEffect(() => {
    if (!isOpen) return
    import('./palette-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.PaletteDialog),
      // No connection, as `ConnectionNote` says.
      () => setPalette(false),
    )
  }, [isOpen])
  return isOpen && PaletteDialog && <PaletteDialog />
}

function useShortcut(): void {
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (!isCommand && !isSlash(event)) return
      event.preventDefault()
      setPalette(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
}

/** The key / where nothing is being typed and no dialog is open. */
function isSlash({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || metaKey || ctrlKey || altKey || document.querySelector('dialog[open]')) return false
  return !(
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=textbox], [role=spinbutton]')
  )
}
