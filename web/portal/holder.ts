import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { profile, type Profile } from './holder-queries.ts'

const shell = getRouteApi('/shell')

/** Id of the organization that whoever is signed in works for. */
export function useHolder(): string {
  return shell.useRouteContext({ select: ({ holder }) => holder })
}

/** The organization: its name, time zone and locations. */
export function useProfile(): Profile {
  return useSuspenseQuery(profile(useHolder())).data
}

/** The organization's country, ISO 3166-1 alpha-2: how its people and programs write. */
export function useCountry(): string {
  return useProfile().headquartersCountryCode ?? 'NL'
}
