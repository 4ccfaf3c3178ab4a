import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { interfaceLocale } from '../holder-queries.ts'
import { useHolder } from '../holder.ts'

/** The language chosen in the account goes before that of the device; where they differ, the page is reloaded. */
export function useAccountLocale(): void {
  const { data } = useQuery({ ...interfaceLocale(useHolder()), staleTime: Number.POSITIVE_INFINITY })
  const chosen = data?.locale ?? null
  useEffect(() => {
    if (chosen !== null && chosen !== currentLocale()) changeLocale(chosen)
  }, [chosen])
}
