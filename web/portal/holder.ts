import { getRouteApi } from '@tanstack/react-router'

const shell = getRouteApi('/shell')

/** Id of the organization whoever is signed in works for. */
export function useHolder(): string {
  return shell.useRouteContext({ select: ({ holder }) => holder })
}
