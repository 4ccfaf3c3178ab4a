import { Trans, useLingui } from '@lingui/react/macro'
import { AppWindow, MessageSquareText, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatShortDay, formatTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { PressButton } from '#web/ui/button/press-button.tsx'
import { zone, type Sms } from './demo-api.ts'

/** What is on the screen: the messages, what a link opens, or the app. */
type Shown = 'messages' | 'app' | { readonly link: string }

/** The telephone of somebody with appointments, with what really arrived on it. */
export function Telephone({
  person,
  messages,
  isRinging,
}: {
  readonly person: { readonly displayName: string; readonly phoneNumberE164: string }
  readonly messages: readonly Sms[]
  readonly isRinging: boolean
}) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Shown>('messages')
  return (
    <section
      aria-label={t`The telephone of ${person.displayName}`}
      className={`mx-auto flex w-full max-w-sm shrink-0 flex-col overflow-hidden rounded-[2rem] border-8 border-ink bg-canvas shadow-overlay max-lg:h-[38rem] lg:w-96 ${isRinging && shown === 'messages' ? 'animate-buzz' : ''}`}
    >
      <header className="flex items-baseline justify-between gap-3 border-b border-line bg-surface px-5 py-3">
        <h2 className="text-sm font-semibold">{person.displayName}</h2>
        <p className="text-xs text-muted">
          <bdi>{person.phoneNumberE164}</bdi>
        </p>
      </header>
      {shown === 'messages' && <Messages messages={messages} onLink={(link) => setShown({ link })} />}
      {shown === 'app' && <iframe title={t`The app`} src="/my" className="min-h-0 w-full flex-1" />}
      {typeof shown === 'object' && (
        <iframe key={shown.link} title={t`What the link opens`} src={shown.link} className="min-h-0 w-full flex-1" />
      )}
      <nav aria-label={t`On the telephone`} className="flex border-t border-line bg-surface">
        <Tab icon={MessageSquareText} isCurrent={shown === 'messages'} onPress={() => setShown('messages')}>
          <Trans>Messages</Trans>
        </Tab>
        <Tab icon={AppWindow} isCurrent={shown === 'app'} onPress={() => setShown('app')}>
          <Trans>App</Trans>
        </Tab>
      </nav>
    </section>
  )
}

function Tab({
  icon: Icon,
  isCurrent,
  onPress,
  children,
}: {
  readonly icon: LucideIcon
  readonly isCurrent: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <PressButton
      onPress={onPress}
      aria-pressed={isCurrent}
      className={`flex min-h-12 flex-1 items-center justify-center gap-2 text-sm ${isCurrent ? 'font-medium text-accent' : 'text-muted'}`}
    >
      <Icon aria-hidden size={18} />
      {children}
    </PressButton>
  )
}

function Messages({
  messages,
  onLink,
}: {
  readonly messages: readonly Sms[]
  readonly onLink: (link: string) => void
}) {
  const log = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only the messages, not the page around the telephone.
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [messages.length])
  const locale = currentLocale()
  return (
    <div ref={log} role="log" tabIndex={0} className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-4">
      {messages.length === 0 && (
        <p className="m-auto text-center text-muted">
          <Trans>Nothing has arrived yet.</Trans>
        </p>
      )}
      {messages.map(({ id, text, clockAt }) => (
        <div key={id} className="flex flex-col items-start gap-1">
          <p className="max-w-[88%] rounded-lg rounded-es-sm bg-sunken px-3.5 py-2.5 whitespace-pre-line" dir="auto">
            <Linked text={text} onLink={onLink} />
          </p>
          <time dateTime={clockAt} className="px-1 text-xs text-muted">
            {formatShortDay(clockAt, locale, zone)}, {formatTime(clockAt, locale, zone)}
          </time>
        </div>
      ))}
    </div>
  )
}

/** The text, with our own links opening on the telephone. */
function Linked({ text, onLink }: { readonly text: string; readonly onLink: (link: string) => void }) {
  return text.split(/(https?:\/\/\S+)/).map((piece, index) => {
    const own = URL.canParse(piece) && /^\/[ma]\//.test(new URL(piece).pathname)
    if (!own) return piece
    const { pathname } = new URL(piece)
    return (
      <PressButton
        key={index}
        onPress={() => onLink(pathname)}
        className="text-start font-medium break-all text-accent underline underline-offset-2"
      >
        {piece}
      </PressButton>
    )
  })
}
