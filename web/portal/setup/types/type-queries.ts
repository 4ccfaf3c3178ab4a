import { queryOptions } from '@tanstack/react-query'
import { read, type DataOf, type ItemOf } from '#web/api/client.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'

export type AppointmentType = DataOf<'getHolderAppointmentType'>

export type TypeSearch = { readonly archived?: true; readonly pageToken?: string }

export function typeList(holder: string, { archived, pageToken }: TypeSearch) {
  const query = {
    status: archived ? 'archived' : 'active',
    pageSize: '100',
    ...(pageToken ? { pageToken } : {}),
  } as const
  return queryOptions({
    ...read('listHolderAppointmentTypes', { params: { platformHolderId: holder }, query }),
    select: inOrderOfName,
  })
}

/** The active types to choose from; nobody has more than a hundred. */
export function activeTypes(holder: string) {
  return typeList(holder, {})
}

function inOrderOfName(types: Types): Types {
  const locale = currentLocale()
  const nameOf = ({ name }: Types['items'][number]) => typeName(name, locale)
  return { ...types, items: types.items.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), locale)) }
}

type Types = DataOf<'listHolderAppointmentTypes'>

export function oneType(holder: string, appointmentTypeId: string) {
  return read('getHolderAppointmentType', { params: { platformHolderId: holder, appointmentTypeId } })
}

/** The name of a type in the first of the wished languages that it has, else in Dutch, else in any. */
export function typeName(name: ItemOf<'listHolderAppointmentTypes'>['name'], ...wished: readonly string[]): string {
  const names: Readonly<Record<string, string | undefined>> = name
  const found = [...wished, 'nl', ...Object.keys(names)].find((locale) => names[locale] !== undefined)
  return found === undefined ? '' : (names[found] ?? '')
}

export function appointmentTypes(holder: string) {
  return read('listHolderAppointmentTypes', { params: { platformHolderId: holder }, query: { pageSize: '100' } })
}
