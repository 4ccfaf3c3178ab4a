import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '#web/api/client.ts'
import { Answers } from '#web/ui/appointment/answers.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { BigLink } from '../big-link.tsx'
import { useAppointmentsChanged, type OwnAppointment } from './appointment-queries.ts'
import { useIntent } from './use-intent.ts'
import { useOwnAgain } from './use-own-again.ts'

/** Buttons for what may still be done; while a request is open, that request and the button to withdraw it. */
export function Actions({ appointment }: { readonly appointment: OwnAppointment }) {
  const { id, version, allowedActions, confirmation, openRequest, platformHolder } = appointment
  const changed = useAppointmentsChanged()
  const clientRequestId = useIntent(`confirm ${id} ${version}`)
  const confirm = useMutation({
    mutationFn: () =>
      call('confirmRecipientAppointment', {
        params: { appointmentId: id },
        body: { clientRequestId, expectedVersion: version },
      }),
    onSuccess: changed,
    readAgain: useOwnAgain(appointment),
  })
  if (openRequest) return <OpenRequest {...openRequest} holder={platformHolder.displayName} />
  if (allowedActions.length === 0) return null
  return (
    <div className="flex flex-col gap-2.5">
      <ErrorNote error={confirm.error} />
      <Answers
        allowed={allowedActions}
        isConfirmed={confirmation.status === 'confirmed'}
        isPending={confirm.isPending}
        onConfirm={() => confirm.mutate()}
        asking={(ask, words) => (
          <BigLink to="/a/$appointmentId" params={{ appointmentId: id }} search={{ ask }}>
            {words}
          </BigLink>
        )}
      />
    </div>
  )
}

function OpenRequest({
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
