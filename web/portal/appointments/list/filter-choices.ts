import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { activeTypes, typeName } from '../../setup/types/type-queries.ts'
import { outcomes } from '../answer-pill.tsx'
import { deliveryStatuses } from '../delivery-pill.tsx'
import { deliveries, type AppointmentFilters, type FilterName } from '../filters.ts'

export type FilterChoices = Readonly<
  Record<FilterName, { readonly label: string; readonly choices: readonly Choice[] }>
>

/**
 * What each filter is called, and what it can be set to.
 *
 * @param needsTypes whether the types of appointments are read, which are many
 */
export function useFilterChoices(needsTypes: boolean): FilterChoices {
  const { t, i18n } = useLingui()
  const { schedulingSetup } = useProfile()
  const { data: types } = useQuery({ ...activeTypes(useHolder()), enabled: needsTypes, staleTime: 300_000 })
  return {
    answer: {
      label: t`Confirmation`,
      choices: [
        { id: 'unconfirmed', name: t`Not confirmed` },
        { id: 'confirmed', name: t`Confirmed` },
      ],
    },
    status: {
      label: t`Status`,
      choices: [
        { id: 'registered', name: t({ message: 'Booked', context: 'status of an appointment' }) },
        ...(['completed', 'no_show', 'cancelled'] as const).map((id) => ({ id, name: i18n._(outcomes[id].name) })),
      ],
    },
    delivery: {
      label: t`Reminder`,
      choices: deliveries.map((id) => ({ id, name: i18n._(deliveryStatuses[id].name) })),
    },
    location: {
      label: t`Location`,
      choices: (schedulingSetup?.locations ?? [])
        .map(({ id, name }) => ({ id, name: name || id }))
        .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale())),
    },
    type: {
      label: t`Type`,
      choices: (types?.items ?? []).map(({ id, name }) => ({ id, name: typeName(name, currentLocale()) })),
    },
    language: { label: t`Language`, choices: languageChoices },
  }
}

/** What a filter is set to, in words; its name alone where that is no longer known, such as an archived type. */
export function wordsOf(choices: FilterChoices, filters: AppointmentFilters, name: FilterName): string {
  const { label, choices: known } = choices[name]
  return known.find(({ id }) => id === filters[name])?.name ?? label
}
