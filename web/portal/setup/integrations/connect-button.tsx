import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../../holder.ts'
import type { Integration } from './integration-queries.ts'

/** Goes to the provider, which asks for permission and returns here. */
export function ConnectButton({
  integration: { id, name, available, connection },
}: {
  readonly integration: Integration
}) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const connect = useMutation({
    mutationFn: (clientRequestId: string) =>
      call('startHolderCalendarAuthorization', {
        params: { platformHolderId: holder, integrationId: id },
        body: { clientRequestId },
      }),
    onSuccess: ({ authorizationUrl }) => location.assign(authorizationUrl),
    onError: () => queries.invalidateQueries({ queryKey: ['listHolderIntegrations'] }),
  })
  const { reset } = connect
  // Whoever comes back by the button of the browser finds the page as they left it, with this button pressed.
  useEffect(() => {
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [reset])
  return (
    <>
      <Button
        look={connection.status === 'action_required' ? 'primary' : 'secondary'}
        aria-label={t`Connect ${name}`}
        isDisabled={!available || connect.isSuccess}
        isPending={connect.isPending}
        onPress={() => connect.mutate(crypto.randomUUID())}
      >
        {connection.status === 'not_connected' ? <Trans>Connect</Trans> : <Trans>Connect again</Trans>}
      </Button>
      {connect.error && (
        <div className="basis-full">
          <ErrorNote error={connect.error} />
        </div>
      )}
    </>
  )
}
