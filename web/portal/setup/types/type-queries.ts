import { read, type DataOf, type ItemOf } from '#web/api/client.ts'

export type AppointmentType = DataOf<'getHolderAppointmentType'>

export type TypeSearch = { readonly archived?: true; readonly pageToken?: string }

export function typeList(holder: string, { archived, pageToken }: TypeSearch) {
  return read('listHolderAppointmentTypes', {
    params: { platformHolderId: holder },
    query: { status: archived ? 'archived' : 'active', ...(pageToken ? { pageToken } : {}) },
  })
}

/** The active types to choose from; nobody has more than a hundred. */
export function activeTypes(holder: string) {
  return read('listHolderAppointmentTypes', {
    params: { platformHolderId: holder },
    query: { status: 'active', pageSize: '100' },
  })
}

export function oneType(holder: string, appointmentTypeId: string) {
  return read('getHolderAppointmentType', { params: { platformHolderId: holder, appointmentTypeId } })
}

/** The name of a type in the first of the wished languages that it has, else in Dutch, else in any. */
export function typeName(name: ItemOf<'listHolderAppointmentTypes'>['name'], ...wished: readonly string[]): string {
  const names: Readonly<Record<string, string | undefined>> = name
  const found = [...wished, 'nl', ...Object.keys(names)].find((locale) => names[locale] !== undefined)
  return found === undefined ? '' : (names[found] ?? '')
}
