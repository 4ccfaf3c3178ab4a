import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '#web/api/client.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useAppointmentsChanged, type OwnAppointment } from './appointment-queries.ts'

/** What the person asked and nobody decided yet, and the button to withdraw it. */
export function OpenRequest({
  requestId,
  type,
  holder,
}: NonNullable<OwnAppointment['openRequest']> & { readonly holder: string }) {
  const changed = useAppointmentsChanged()
  const request = useQuery(read('getRecipientRequest', { params: { requestId } }))
  const withdraw = useMutation({
    mutationFn: (expectedVersion: number) =>
      call('withdrawRecipientRequest', { params: { requestId }, body: { expectedVersion } }),
    onSettled: changed,
  })
  const { data } = request
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-accent-soft p-4">
      <p role="status" className="font-medium">
        <Trans>Your request has been sent. Your appointment has not changed.</Trans>
      </p>
      <p className="text-sm text-muted">
        {type === 'cancel' ? (
          <Trans>
            You asked to cancel. <bdi>{holder}</bdi> will decide and let you know; until then you are expected.
          </Trans>
        ) : (
          <Trans>
            You asked for another time. <bdi>{holder}</bdi> will look for one; until then your appointment stays as it
            is.
          </Trans>
        )}
      </p>
      <ErrorNote error={request.error ?? withdraw.error} />
      {data?.status === 'pending_review' && (
        <BigButton look="quiet" isPending={withdraw.isPending} onPress={() => withdraw.mutate(data.version)}>
          <Trans>Withdraw my request</Trans>
        </BigButton>
      )}
    </div>
  )
}
