import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Autocomplete, Dialog, Input, Menu, SearchField, useFilter } from 'react-aria-components'
import { Overlay } from '#web/ui/overlay/dialog.tsx'
import { MenuItem } from '#web/ui/overlay/menu.tsx'
import { setPalette, usePalette } from './palette-state.ts'
import { parts, places } from './places.ts'

/** Goes anywhere and does what the page offers, by typing a few letters: Ctrl or Cmd with K, or the button. */
export function CommandPalette() {
  const { t } = useLingui()
  const { isOpen } = usePalette()
  useShortcut()
  return (
    <Overlay isOpen={isOpen} onClose={() => setPalette(false)}>
      {/* All of it scrolls under the field: a part that scrolls by itself must be reached by Tab, and the field walks the list. */}
      <Dialog aria-label={t`Go to…`} className="max-h-96 scroll-pt-14 overflow-auto outline-none">
        <Commands />
      </Dialog>
    </Overlay>
  )
}

function Commands() {
  const { t, i18n } = useLingui()
  const { commands } = usePalette()
  const { contains } = useFilter({ sensitivity: 'base' })
  const navigate = useNavigate()
  const run = (action: () => void) => () => {
    setPalette(false)
    action()
  }
  return (
    <Autocomplete filter={contains}>
      <SearchField
        aria-label={t`Search`}
        autoFocus
        className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-surface px-4"
      >
        <Search aria-hidden size={16} className="text-muted" />
        <Input
          placeholder={t`What are you looking for?`}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </SearchField>
      <Menu aria-label={t`Found`} className="p-2 outline-none" renderEmptyState={NothingFound}>
        {commands.map((command) => (
          <Item key={command.id} id={command.id} name={command.name} icon={command.icon} onAction={run(command.run)} />
        ))}
        {[...places, ...parts].map(({ to, name, icon: Icon }) => (
          <Item
            key={to}
            id={to}
            name={i18n._(name)}
            icon={<Icon aria-hidden size={16} />}
            onAction={run(() => void navigate({ to }))}
          />
        ))}
      </Menu>
    </Autocomplete>
  )
}

function Item({ name, ...props }: { id: string; name: string; icon: ReactNode; onAction: () => void }) {
  return (
    <MenuItem {...props} textValue={name}>
      {name}
    </MenuItem>
  )
}

function NothingFound() {
  return (
    <p className="px-2 py-6 text-center text-muted">
      <Trans>Nothing is called that.</Trans>
    </p>
  )
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
