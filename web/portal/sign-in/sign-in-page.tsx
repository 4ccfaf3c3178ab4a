import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { staffSession, type StaffSession } from '#web/api/staff-sign-in.ts'
import { LanguageChooser } from '#web/ui/language/language-chooser.tsx'
import { useHeadingFocus } from '#web/ui/page.tsx'
import { sessionEnded } from '#web/portal/shell/session/session-ended.ts'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { t } = useLingui()
  const title = t`Sign in`
  const heading = useHeadingFocus(title)
  const queryClient = useQueryClient()
  const router = useRouter()
  const { to } = route.useSearch()
  const enter = (session: StaffSession) => {
    queryClient.clear()
    sessionEnded.clear()
    queryClient.setQueryData(staffSession.queryKey, session)
    router.history.replace(to ?? '/today')
  }
  return (
    <main className="mx-auto min-h-dvh max-w-sm px-6 pt-[16dvh] pb-12">
      <title>{`${title} – Tijdig`}</title>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
        {title}
      </h1>
      <p className="mt-1 mb-6 text-muted">
        <Trans>We send a code to your e-mail address. There is no password to remember.</Trans>
      </p>
      <SignInForm onSignedIn={enter} />
      <div className="mt-12 border-t border-line pt-6">
        <LanguageChooser />
      </div>
    </main>
  )
}
