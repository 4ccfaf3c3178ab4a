import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError, ConnectionError } from '#web/api/api-error.ts'
import { prepareErrors } from '#web/api/request.ts'
import { prepareErrorText } from '#web/ui/error-text.ts'
import { LocaleProvider } from '#web/ui/language/i18n.tsx'

/** Shows an app in its page, in the language that was loaded. */
export function show(app: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no element #root.')
  prepareErrors(({ code }) => prepareErrorText(code))
  createRoot(root, { onCaughtError: tell }).render(
    <StrictMode>
      <LocaleProvider>{app}</LocaleProvider>
    </StrictMode>,
  )
}

/** Errors of the API and the connection are shown on the page; only our own faults belong in the console. */
function tell(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof ConnectionError)) reportError(error)
}
