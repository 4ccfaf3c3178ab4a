import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MessageCircle, Send, X } from 'lucide-react'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { Timeline, type TimelineEvent } from '#web/ui/data/timeline.tsx'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useHeadingFocus } from '#web/ui/page.tsx'
import { formatDayTime, formatShortDayTime } from '#web/ui/time/dates.ts'
import { reasonText } from '../appointments/reason-text.ts'
import { useHolder, useProfile } from '../holder.ts'
import { Fact, factsClass } from '../requests/wish.tsx'
import { AnswerForm } from './answer-form.tsx'
import { TakenBy } from './reply-list-page.tsx'
import { oneReply, type Reply } from './reply-queries.ts'
import { replyReasons, templateNames } from './reply-text.ts'
import { useReplyChange } from './use-reply-change.ts'
import { May } from '../may.tsx'

const route = getRouteApi('/shell/replies/$replyId')

/** One reply: what it says, whom it can be about, what was said before and after, and the answer. */
export function ReplyPanel() {
  const { t, i18n } = useLingui()
  const { replyId } = route.useParams()
  const { data: reply } = useSuspenseQuery(oneReply(useHolder(), replyId))
  const navigate = route.useNavigate()
  const close = () => void navigate({ to: '/replies', search: (kept) => kept })
  const heading = useHeadingFocus(replyId)
  const [first] = reply.people
  const name = first?.displayName ?? reply.senderMasked ?? '–'
  return (
    <article aria-label={name} className="@container h-fit rounded-lg border border-line bg-surface">
      <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-4">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
            {name}
          </h2>
          <p className="text-muted">{i18n._(replyReasons[reply.reason])}</p>
        </div>
        <IconButton label={t`Close`} onPress={close}>
          <X aria-hidden size={18} />
        </IconButton>
      </header>
      <dl className={factsClass}>
        <Fact name={t`In their words`}>
          {reply.text === null ? (
            '–'
          ) : (
            <p dir="auto" className="font-medium wrap-anywhere">
              {reply.text}
            </p>
          )}
        </Fact>
        <Fact name={t`Appointments`}>
          <People reply={reply} />
        </Fact>
      </dl>
      <div className="border-t border-line px-5 py-5">
        <Said reply={reply} />
      </div>
      <May scope="replies:write">
        <Steps key={`steps ${reply.id}`} reply={reply} onDone={close} />
        {first !== undefined && <AnswerForm key={reply.id} reply={reply} />}
      </May>
    </article>
  )
}

function People({ reply: { people } }: { readonly reply: Reply }) {
  const { defaultTimezone } = useProfile()
  return (
    <ul className="flex flex-col gap-1">
      {people.map(({ appointmentId, displayName, startsAt, timezone }) => (
        <li key={appointmentId}>
          <Link
            to="/appointments/$appointmentId"
            params={{ appointmentId }}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {formatDayTime(startsAt, currentLocale(), timezone, defaultTimezone)}
          </Link>{' '}
          <bdi>{displayName}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** What came from the number and what was answered, the first thing first. */
function Said({ reply }: { readonly reply: Reply }) {
  const { t, i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  const when = (instant: string) => formatShortDayTime(instant, currentLocale(), defaultTimezone, defaultTimezone)
  const came = [...reply.earlier, { receivedAt: reply.receivedAt, text: reply.text }].map(
    ({ receivedAt, text }, index): TimelineEvent => ({
      id: `${receivedAt} ${index}`,
      icon: <MessageCircle aria-hidden size={14} />,
      title: t`Text message`,
      when: when(receivedAt),
      instant: receivedAt,
      note: text !== null && <span dir="auto">{text}</span>,
    }),
  )
  const answered = reply.answers.map(({ id, answeredAt, template, text, byName, reasonCode }): TimelineEvent => ({
    id,
    icon: <Send aria-hidden size={14} />,
    title: t`Answered`,
    when: when(answeredAt),
    instant: answeredAt,
    note: (
      <>
        <span dir="auto" className="block">
          {template === null ? text : i18n._(templateNames[template])}
        </span>
        {reasonCode !== null && <span className="block">{i18n._(reasonText[reasonCode])}</span>}
        <bdi className="block text-xs">{byName}</bdi>
      </>
    ),
  }))
  const events = [...came, ...answered].toSorted((one, other) => Date.parse(one.instant) - Date.parse(other.instant))
  return <Timeline label={t`Messages`} events={events} />
}

/** Take it, mark it as done, or note that the number is somebody else's. */
function Steps({ reply, onDone }: { readonly reply: Reply; readonly onDone: () => void }) {
  const change = useReplyChange(reply, ({ state }) => (state === 'handled' ? onDone() : undefined))
  const { assignedTo, state, isWrongNumber } = reply
  return (
    <div className="border-t border-line px-5 py-4 print:hidden">
      {assignedTo !== null && (
        <p className="mb-3 text-muted">
          <TakenBy {...assignedTo} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={change.isPending}
          onPress={() => change.mutate({ state: state === 'open' ? 'handled' : 'open' })}
        >
          {state === 'open' ? <Trans>Done</Trans> : <Trans>Open again</Trans>}
        </Button>
        <Button onPress={() => change.mutate({ assignment: assignedTo?.isYou ? 'nobody' : 'mine' })}>
          {assignedTo?.isYou ? <Trans>Give back</Trans> : <Trans>Take it</Trans>}
        </Button>
        <Button onPress={() => change.mutate({ wrongNumber: !isWrongNumber })}>
          {isWrongNumber ? <Trans>The number is right</Trans> : <Trans>Wrong number</Trans>}
        </Button>
      </div>
      <ErrorNote error={change.error} />
    </div>
  )
}
