import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { leave } from '#web/api/recipient-sign-in.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { Frame } from './frame.tsx'
import { Screen } from './screen.tsx'

/** The number is proved, but nobody has checked yet whose it is. Signing in again would change nothing. */
export function NotLinkedScreen() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const out = useMutation({ mutationFn: leave, onSuccess: () => queryClient.resetQueries() })
  return (
    <Frame>
      <Screen title={t`We are checking who you are`}>
        <p>
          <Trans>
            Your number is correct. Because families share telephones, somebody first checks whose appointments these
            are. We will text you as soon as that is done.
          </Trans>
        </p>
        <p className="text-muted">
          <Trans>
            Until then the link in each message works as usual. If you have questions, call the place where you have
            your appointment.
          </Trans>
        </p>
        <ErrorNote error={out.error} />
        <BigButton look="quiet" isPending={out.isPending} onPress={() => out.mutate()}>
          <Trans>Use another number</Trans>
        </BigButton>
      </Screen>
    </Frame>
  )
}

/** Sign-in is misconfigured on the server: all that people can do is wait. */
export function UnavailableScreen({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Frame>
      <Screen title={t`Signing in is not possible at the moment`}>
        <p>
          <Trans>This is our fault, and we are fixing it. Your appointments are not affected.</Trans>
        </p>
        <BigButton onPress={onRetry}>
          <Trans>Try again</Trans>
        </BigButton>
      </Screen>
    </Frame>
  )
}
