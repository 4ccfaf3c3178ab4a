import { lazy, Suspense } from 'react'
import { call } from '#web/api/client.ts'
import { Answers } from '#web/ui/appointment/answers.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { BigLink } from '../big-link.tsx'
import { useAppointmentsChanged, type OwnAppointment } from './appointment-queries.ts'
import { useIntent } from './use-intent.ts'
import { useOwnAgain } from './use-own-again.ts'

// Most people asked for nothing, and do without its code.
const OpenRequest = lazy(async () => ({ default: (await import('./open-request.tsx')).OpenRequest }))

/** Buttons for what may still be done; while a request is open, that request and the button to withdraw it. */
export function Actions({ appointment }: { readonly appointment: OwnAppointment }) {
  const { id, version, allowedActions, confirmation, openRequest, platformHolder, awaitsNewTime } = appointment
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
  if (openRequest)
    return (
      <Suspense fallback={<Skeleton className="h-36 w-full" />}>
        <OpenRequest {...openRequest} holder={platformHolder.displayName} />
      </Suspense>
    )
  if (allowedActions.length === 0) return null
  return (
    <div className="flex flex-col gap-2.5">
      <ErrorNote error={confirm.error} />
      <Answers
        allowed={allowedActions}
        isConfirmed={awaitsNewTime ? null : confirmation.status === 'confirmed'}
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
