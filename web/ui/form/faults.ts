import { useLingui } from '@lingui/react/macro'
import { createContext, use } from 'react'
import { faultText, type ShownFault } from './fault-text.ts'

export type Fault = { readonly path: string; readonly code: ShownFault }

export const Faults = createContext<readonly Fault[]>([])

/** What the server says is wrong with a field, in words; null when nothing is. */
export function useFault(name: string | undefined): string | null {
  const { i18n } = useLingui()
  const fault = use(Faults).find(({ path }) => path === name)
  return fault ? i18n._(faultText[fault.code]) : null
}
