import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { LocaleProvider } from './i18n.tsx'

/** Shows an app in its page, in the language that was loaded. */
export function show(app: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element #root.')
  createRoot(root).render(
    <StrictMode>
      <LocaleProvider>{app}</LocaleProvider>
    </StrictMode>,
  )
}
