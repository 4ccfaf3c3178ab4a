import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { staffSession } from '#web/api/staff-sign-in.ts'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'

/** The language chosen in the account goes before that of the device; where they differ, the page is reloaded. */
export function useAccountLocale(): void {
  // As it was when the page came: a choice in another tab takes nothing from what is typed here.
  const [chosen] = useState(useSuspenseQuery(staffSession).data.interfaceLocale)
  useEffect(() => {
    if (chosen !== null && chosen !== currentLocale()) changeLocale(chosen)
  }, [chosen])
}
