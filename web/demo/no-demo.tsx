import { Trans } from '@lingui/react/macro'
import { ErrorState } from '#web/ui/error-state.tsx'

/** The demo is only on the machine that runs the product, and only with its demo data. */
export function NoDemo({ error }: { readonly error: unknown }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-5 px-6">
      <h1 className="text-xl font-semibold tracking-tight">
        <Trans>There is no demo here</Trans>
      </h1>
      <p>
        <Trans>
          The demo needs its demo data, and can only be opened in a browser on the computer that runs Tijdig.
        </Trans>
      </p>
      <ErrorState error={error} onRetry={() => location.reload()} />
      <a href="/sign-in" className="font-medium text-accent">
        <Trans>Sign in to the portal</Trans>
      </a>
    </main>
  )
}
