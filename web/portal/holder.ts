import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, type DataOf } from '#web/api/client.ts'

const shell = getRouteApi('/shell')

/** Id of the organization that whoever is signed in works for. */
export function useHolder(): string {
  return shell.useRouteContext({ select: ({ holder }) => holder })
}

export type Profile = DataOf<'getHolderProfile'>

/** The organization: its name, time zone and locations. */
export function useProfile(): Profile {
  return useSuspenseQuery(profile(useHolder())).data
}

export function profile(holder: string) {
  return read('getHolderProfile', { params: { platformHolderId: holder } })
}

/** The portal's language that whoever is signed in chose. */
export function interfaceLocale(holder: string) {
  return read('getHolderInterfaceLocale', { params: { platformHolderId: holder } })
}
