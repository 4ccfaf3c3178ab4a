import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { confirmLinked, linkedMessage, type MessageView } from '#web/api/message-link.ts'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { ErrorNote, ErrorState } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { CallLink } from '#web/ui/appointment/call-link.tsx'
import { BigAnchor } from '#web/ui/button/big-button.tsx'
import { Frame } from '../shell/frame.tsx'
import { Screen } from '../shell/screen.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { SignInByMessage } from './sign-in-by-message.tsx'
import { ToldCard } from './told-card.tsx'

// Hardly anybody sees it.
const TestNote = lazy(async () => ({ default: (await import('#web/ui/test-note.tsx')).TestNote }))

/** What the link of a message opens: what it said, and what can be answered. Nobody signs in to say yes. */
export function MessagePage({ token }: { readonly token: string }) {
  const { t } = useLingui()
  const message = useQuery(linkedMessage(token))
  return (
    <Frame>
      {message.data ? (
        <Message token={token} message={message.data} />
      ) : message.error instanceof ApiError && message.error.status === 404 ? (
        <Over />
      ) : message.error ? (
        <Screen title={t`Your appointments`}>
          <ErrorState error={message.error} onRetry={() => void message.refetch()} />
        </Screen>
      ) : (
        <MessageSkeleton />
      )}
    </Frame>
  )
}

function Message({ token, message }: { readonly token: string; readonly message: MessageView }) {
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: (only: string | null) => confirmLinked(token, only),
    onSuccess: (after) => queryClient.setQueryData(linkedMessage(token).queryKey, after),
  })
  const { kind, appointments, holder } = message
  const canAnswer = kind !== 'proposal' && appointments.some(({ state }) => state === 'open' || state === 'confirmed')
  const title = useTitle(message)
  return (
    <Screen title={title}>
      <div className="-mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <p>{holder.displayName}</p>
        {holder.phoneNumber && <CallLink phoneNumber={holder.phoneNumber} />}
      </div>
      {message.isTest && (
        <Suspense>
          <TestNote />
        </Suspense>
      )}
      {appointments.map((appointment) => (
        <ToldCard key={appointment.id} appointment={appointment} />
      ))}
      <ErrorNote error={confirm.error} />
      {canAnswer ? (
        <AnswerButtons
          token={token}
          message={message}
          isPending={confirm.isPending}
          onConfirm={(only) => confirm.mutate(only)}
        />
      ) : (
        <Otherwise token={token} message={message} />
      )}
    </Screen>
  )
}

function useTitle({ kind, holder, appointments }: MessageView): string {
  const { t } = useLingui()
  const is = (state: string) => appointments.every((appointment) => appointment.state === state)
  if (kind === 'proposal' && !is('past') && !is('cancelled')) {
    const { displayName } = holder
    return t`${{ holder: displayName }} proposes another time`
  }
  if (is('confirmed')) return t`Thank you, see you then`
  if (is('cancelled')) return t`This appointment has been cancelled`
  if (is('changed')) return t`This appointment has changed`
  if (is('past')) return t`This appointment is over`
  if (appointments.some(({ state }) => state === 'open')) return t`Will you come?`
  return t`Your appointments`
}

/** Where nothing can be answered here: what there is to see in the app, or whom to call. */
function Otherwise({
  token,
  message: {
    kind,
    appointments,
    holder: { displayName: holder },
    isLinked,
  },
}: {
  readonly token: string
  readonly message: MessageView
}) {
  const [first] = appointments
  const isOver = appointments.every(({ state }) => state === 'past' || state === 'cancelled')
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      {!isOver && isLinked && kind === 'proposal' && (
        <p>
          <Trans>Sign in with your mobile number to see the proposed time and to answer.</Trans>
        </p>
      )}
      {!isOver && !isLinked && (
        <p>
          <Trans>
            Can’t come, or would another time be better? Call <bdi>{holder}</bdi>.
          </Trans>
        </p>
      )}
      {isLinked && first && (
        <SignInByMessage token={token} ways={[{ path: `/a/${first.id}`, words: <Trans>Sign in to see more</Trans> }]} />
      )}
    </div>
  )
}

function Over() {
  const { t } = useLingui()
  return (
    <Screen title={t`This link no longer works`}>
      <p>
        <Trans>
          A link is valid until the day after the appointment. If yours is still to come, the link may have been cut
          off: open it again from the message.
        </Trans>
      </p>
      <BigAnchor href="/my">
        <Trans>Sign in to see my appointments</Trans>
      </BigAnchor>
    </Screen>
  )
}

function MessageSkeleton() {
  return (
    <div role="status" aria-busy className="flex flex-col gap-5">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  )
}
