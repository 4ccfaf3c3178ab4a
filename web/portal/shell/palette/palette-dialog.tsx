import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search, User } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField, useFilter } from 'react-aria-components'
import { startComponents } from '#web/ui/language/component-strings.ts'
import { Joined } from '#web/ui/data/joined.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Sheet } from '#web/ui/overlay/dialog.tsx'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import type { FoundPerson } from '#web/portal/people/people-queries.ts'
import { usePeopleFound } from './people-found.ts'
import { setPalette, usePalette } from './palette-state.ts'
import { parts } from './parts.ts'
import { places } from '#web/portal/shell/places.ts'
import { mayOpen, useRights } from '../../may.tsx'
import { useProfile } from '../../holder.ts'

await startComponents()

const pages = [...places, ...parts]
/** Links to these that a page offers are found anyway. */
const known = new Set<string>(pages.map(({ to }) => to))

/** People, pages and commands by what is typed, which stands nowhere but here. */
export function PaletteDialog() {
  const { t } = useLingui()
  return (
    <Sheet aria-label={t`Go to…`} onClose={() => setPalette(false)} isDismissable>
      {/* All of it scrolls: a list that scrolls by itself would need a Tab stop, though the field walks it. */}
      <div
        className="max-h-96 scroll-pt-14 overflow-auto"
        // The library's field would only empty itself.
        onKeyDownCapture={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && setPalette(false)}
      >
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
  const rights = useRights()
  const [typed, setTyped] = useState('')
  const { people, hasMore, error, isSettled } = usePeopleFound(typed)
  const isCalled = (name: string) => contains(name, typed)
  const run = (action: () => void) => () => {
    setPalette(false)
    action()
  }
  return (
    // It filters nothing itself: a person is found by what the list does not show of them.
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField
        aria-label={t`Search`}
        autoFocus
        className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-surface px-4"
      >
        <Search aria-hidden size={16} className="text-muted" />
        <Input
          placeholder={t`A name, a number or a page`}
          autoComplete="off"
          className="min-h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </SearchField>
      <Menu
        aria-label={t`Results`}
        className="p-2 outline-none"
        renderEmptyState={isSettled ? NothingFound : undefined}
      >
        {people.map((person) => (
          <Item
            key={person.personId}
            id={person.personId}
            name={person.displayName}
            note={<PersonNote person={person} />}
            icon={<User aria-hidden size={16} />}
            onAction={run(() => void navigate({ to: '/people/$personId', params: { personId: person.personId } }))}
          />
        ))}
        {commands
          .filter(({ name, to }) => isCalled(name) && !(to !== undefined && known.has(to)))
          .map((command) => (
            <Item
              key={command.id}
              id={command.id}
              name={command.name}
              icon={command.icon}
              onAction={run(command.run)}
            />
          ))}
        {pages
          .filter(({ name, to }) => mayOpen(rights, to) && isCalled(i18n._(name)))
          .map(({ to, name, icon: Icon }) => (
            <Item
              key={to}
              id={to}
              name={i18n._(name)}
              icon={<Icon aria-hidden size={16} />}
              onAction={run(() => void navigate({ to }))}
            />
          ))}
      </Menu>
      {hasMore && (
        <p role="status" className="px-4 pb-3 text-muted">
          <Trans>There are more people. Type a little more of the name or number.</Trans>
        </p>
      )}
      <ErrorNote error={error} />
    </Autocomplete>
  )
}

/** What tells two people of one name apart. */
function PersonNote({
  person: { phoneNumberE164, email, nextAppointment, lastAppointment },
}: {
  readonly person: FoundPerson
}) {
  const { defaultTimezone } = useProfile()
  const appointment = nextAppointment ?? lastAppointment
  const when =
    appointment && formatShortDayTime(appointment.startsAt, currentLocale(), appointment.timezone, defaultTimezone)
  return <Joined facts={[phoneNumberE164 ?? email, when]} />
}

function Item({
  name,
  note,
  icon,
  ...props
}: {
  readonly id: string
  readonly name: string
  /** Stands after the name, quieter. */
  readonly note?: ReactNode
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
      <span className="min-w-0 truncate">{name}</span>
      {note && <span className="ms-auto shrink-0 text-xs text-muted">{note}</span>}
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
