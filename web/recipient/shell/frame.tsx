import type { ReactNode } from 'react'
import { Column } from './column.tsx'
import { LanguageOfDevice } from './language-of-device.tsx'

/** Around what is shown to whoever is not signed in, in a language they choose. */
export function Frame({ children }: { readonly children: ReactNode }) {
  return <Column aside={<LanguageOfDevice />}>{children}</Column>
}
