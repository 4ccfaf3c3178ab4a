import { useEffect, useState, type ComponentType } from 'react'
import { setPalette, usePalette } from './palette-state.ts'

/** Goes anywhere and does what the page offers, by typing a few letters: Ctrl or Cmd with K, or the button. Loaded when it is first asked for. */
export function CommandPalette() {
  const { isOpen } = usePalette()
  const [PaletteDialog, setDialog] = useState<ComponentType | null>(null)
  useShortcut()
  useEffect(() => {
    if (!isOpen) return
    import('./palette-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.PaletteDialog),
      // Without a connection, which the page says by itself.
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
