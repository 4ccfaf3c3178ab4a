import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus, SearchX } from 'lucide-react'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import type { AppointmentSearch } from '../appointment-queries.ts'
import { filterNames, isFiltered } from '../filters.ts'
import { useFilterChoices, wordsOf } from './filter-choices.ts'
import { May } from '../../may.tsx'

/** Why the list is empty, and what helps. */
export function NothingListed({
  search,
  mayFollow,
  onChange,
}: {
  readonly search: AppointmentSearch
  /** The search was cut short: the next page goes on. */
  readonly mayFollow: boolean
  readonly onChange: (change: Partial<AppointmentSearch>) => void
}) {
  const { t } = useLingui()
  const choices = useFilterChoices(search.type !== undefined)
  if (!isFiltered(search)) return <NoAppointments />
  const set = filterNames.filter((name) => search[name] !== undefined)
  const words = enumeration(set.map((name) => wordsOf(choices, search, name)))
  const all = Object.fromEntries(filterNames.map((name) => [name, undefined]))
  return (
    <EmptyState
      icon={<SearchX aria-hidden size={24} />}
      title={t`Nothing found`}
      action={
        <Button onPress={() => onChange(all)}>
          <Trans>Show all</Trans>
        </Button>
      }
    >
      {mayFollow ? (
        <Trans>No match so far. The next page searches further.</Trans>
      ) : (
        <Trans>From this day on, no appointment matches: {words}.</Trans>
      )}
    </EmptyState>
  )
}

function NoAppointments() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<CalendarPlus aria-hidden size={24} />}
      title={t`No appointments from this day on`}
      action={
        <May scope="appointments:write">
          <LinkButton to="/appointments/new">
            <Trans>New appointment</Trans>
          </LinkButton>
        </May>
      }
    >
      <Trans>Appointments come from your calendar or your own system, or you add them here.</Trans>
    </EmptyState>
  )
}
