import { Plural, Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { MessageView } from '#web/api/message-link.ts'
import { Answered } from '#web/ui/appointment/answered.tsx'
import { whenText } from '#web/ui/appointment/when.tsx'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { SignInByMessage, type Way } from './sign-in-by-message.tsx'

/**
 * What can be answered: yes with one press, for each of several people by itself, and what a link alone must not do, which goes on in the app after a code, with
 * the choice made. Whoever nobody has linked there calls.
 */
export function AnswerButtons({
  token,
  message: { appointments, holder, isLinked, isHousehold },
  isPending,
  onConfirm,
}: {
  readonly token: string
  readonly message: MessageView
  readonly isPending: boolean
  /** With the appointment, or null for all. */
  readonly onConfirm: (only: string | null) => void
}) {
  const open = appointments.filter(({ state }) => state === 'open')
  const standing = appointments.filter(({ state }) => state === 'open' || state === 'confirmed')
  const ways = standing.flatMap(({ id, startsAt, timezone }): Way[] => {
    const when = standing.length > 1 && <span className="text-muted">{whenText(startsAt, timezone)}</span>
    return [
      { path: `/a/${id}?ask=cancel`, words: <Words of={<Trans>I can’t come</Trans>} when={when} /> },
      { path: `/a/${id}?ask=move`, words: <Words of={<Trans>Another time</Trans>} when={when} /> },
    ]
  })
  const answered = <Answered isConfirmed={open.length === 0} />
  const yesTo = (those: readonly unknown[]) => (
    <Plural value={those.length} one="Yes, I will come" other="Yes, I will come to # appointments" />
  )
  const yes =
    isHousehold && standing.length > 1
      ? open.map((appointment) => (
          <BigButton
            key={appointment.id}
            look="primary"
            isPending={isPending}
            onPress={() => onConfirm(appointment.id)}
          >
            <Words
              of={yesTo([appointment])}
              when={<span>{whenText(appointment.startsAt, appointment.timezone)}</span>}
            />
          </BigButton>
        ))
      : open.length > 0 && (
          <BigButton look="primary" isPending={isPending} onPress={() => onConfirm(null)}>
            {yesTo(open)}
          </BigButton>
        )
  if (!isLinked)
    return (
      <CallInstead ways={ways} holder={holder.displayName}>
        {answered}
        {yes}
      </CallInstead>
    )
  const [first] = standing
  const more: Way[] = first
    ? [{ path: `/a/${first.id}`, words: <Trans>Sign in to see more</Trans>, isQuiet: true }]
    : []
  return (
    <SignInByMessage token={token} ways={[...ways, ...more]}>
      {answered}
      {yes}
    </SignInByMessage>
  )
}

function Words({ of, when }: { readonly of: ReactNode; readonly when: ReactNode }) {
  return (
    <span className="flex flex-col">
      {of}
      {when}
    </span>
  )
}

/** The same buttons, for somebody of whom it is not known yet who they are. */
function CallInstead({
  ways,
  holder,
  children,
}: {
  readonly ways: readonly Way[]
  readonly holder: string
  readonly children: ReactNode
}) {
  const [hasAsked, setAsked] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      {children}
      {ways.map(({ path, words }) => (
        <BigButton key={path} onPress={() => setAsked(true)}>
          {words}
        </BigButton>
      ))}
      <p role="status" className="font-medium empty:hidden">
        {hasAsked && (
          <Trans>
            Can’t come, or would another time be better? Call <bdi>{holder}</bdi>.
          </Trans>
        )}
      </p>
    </div>
  )
}
