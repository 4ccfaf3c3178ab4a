import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { staffSession } from '#web/api/staff-sign-in.ts'
import { SupportAddress } from '#web/ui/support.tsx'

/** Gives pages and errors the address of support, which is known once somebody is signed in. */
export function Support({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery({ ...staffSession, enabled: false })
  return <SupportAddress value={data?.supportEmail ?? null}>{children}</SupportAddress>
}
