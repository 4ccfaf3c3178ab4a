import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components'
import { startComponents } from '#web/ui/language/component-strings.ts'
import { Sheet } from '#web/ui/overlay/dialog.tsx'
import { setPalette, usePalette } from './palette-state.ts'
import { parts, places } from '#web/portal/shell/places.ts'

await startComponents()

/** What the palette finds, narrowed down by what is typed. */
export function PaletteDialog() {
  const { t } = useLingui()
  return (
    <Sheet aria-label={t`Go to…`} onClose={() => setPalette(false)} isDismissable>
      {/* All of it scrolls: a list that scrolls by itself would need a Tab stop, though the field walks it. */}
      <div className="max-h-96 scroll-pt-14 overflow-auto">
        <Commands />
      </div>
    </Sheet>
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
      <Menu aria-label={t`Results`} className="p-2 outline-none" renderEmptyState={NothingFound}>
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

function Item({
  name,
  icon,
  ...props
}: {
  readonly id: string
  readonly name: string
  readonly icon: ReactNode
  readonly onAction: () => void
}) {
  return (
    <MenuItem
      {...props}
      textValue={name}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm outline-none data-focused:bg-sunken pointer-coarse:min-h-11"
    >
      <span className="text-muted">{icon}</span>
      {name}
    </MenuItem>
  )
}

function NothingFound() {
  return (
    <p className="px-2 py-6 text-center text-muted">
      <Trans>Nothing has that name.</Trans>
    </p>
  )
}
