import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { acceptInvitation, readInvitation } from '#web/api/staff-invitation.ts'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { ErrorNote, ErrorState } from '#web/ui/error-state.tsx'
import { LanguageChooser } from '#web/ui/language/language-chooser.tsx'
import { useHeadingFocus } from '#web/ui/page.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { roleTexts } from '../setup/staff/role-text.ts'

/** In the place of the sign-in page for whoever opens the link of an invitation, which is used by pressing the button alone. */
export function SignInPage() {
  const { t } = useLingui()
  const [token] = useState(tokenOf)
  // From now on it stands in no address and in no history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  const about = useQuery({
    queryKey: ['invitation'],
    queryFn: () => readInvitation(token),
    retry: false,
    staleTime: Infinity,
  })
  const isOver = about.error instanceof ApiError && about.error.status < 500
  const title = isOver ? t`This link no longer works` : t`You are invited`
  const heading = useHeadingFocus(title)
  return (
    <main className="mx-auto min-h-dvh max-w-sm px-6 pt-[16dvh] pb-12">
      <title>{`${title} – Tijdig`}</title>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
        {title}
      </h1>
      {isOver ? (
        <Over />
      ) : about.data ? (
        <Answer token={token} {...about.data} />
      ) : (
        about.error !== null && (
          <div className="mt-6">
            <ErrorState error={about.error} onRetry={() => void about.refetch()} />
          </div>
        )
      )}
      <div className="mt-12 border-t border-line pt-6">
        <LanguageChooser />
      </div>
    </main>
  )
}

function Answer({
  token,
  organization,
  email,
  staffRole,
}: { readonly token: string } & Awaited<ReturnType<typeof readInvitation>>) {
  const { i18n } = useLingui()
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    // Whoever was signed in here before: nothing of theirs stays on the screen.
    onSuccess: () => location.replace('/today'),
  })
  const { name, may } = roleTexts[staffRole]
  return (
    <>
      <p className="mt-2 mb-5">
        <Trans>
          <bdi className="font-medium">{organization}</bdi> invites you to work with its appointments.
        </Trans>
      </p>
      <p className="mb-6 rounded-md bg-sunken px-4 py-3">
        <span className="font-medium">{i18n._(name)}</span>
        <span className="block text-muted">{i18n._(may)}</span>
      </p>
      <div className="mb-3 empty:hidden">
        <ErrorNote error={accept.error} />
      </div>
      <Button look="primary" isPending={accept.isPending || accept.isSuccess} onPress={() => accept.mutate()}>
        <Trans>Accept and sign in</Trans>
      </Button>
      <p className="mt-4 text-muted">
        <Trans>
          You sign in as <bdi dir="ltr">{email}</bdi>. From then on a code that is sent there signs you in.
        </Trans>
      </p>
    </>
  )
}

function Over() {
  return (
    <>
      <p className="mt-2 mb-6 text-muted">
        <Trans>
          It was used already, is older than three days, or there is a newer one. If you have accepted before, sign in.
          Otherwise ask whoever invited you for a new link.
        </Trans>
      </p>
      <LinkButton to="/sign-in" look="primary" reloadDocument>
        <Trans>Sign in</Trans>
      </LinkButton>
    </>
  )
}

/** The token of the link; empty where it is not whole. */
function tokenOf(): string {
  return /^#invitation=([\w-]{43})$/.exec(location.hash)?.[1] ?? ''
}
