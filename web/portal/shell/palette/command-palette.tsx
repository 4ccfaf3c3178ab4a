import { useEffect, useState, type ComponentType } from 'react'
import { setPalette, usePalette } from './palette-state.ts'

/** Finds pages and commands by a few letters; opened by Ctrl or Cmd with K, or the button. Loaded on first use. */
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
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setPalette(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
}
