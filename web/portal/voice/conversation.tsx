import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp, LoaderCircle, Mic, MicOff, PhoneOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/button/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { Talk } from './talk/use-talk.ts'

/** What was said, and the field to say more. */
export function Conversation({ talk }: { readonly talk: Talk }) {
  const { t } = useLingui()
  const { state, lines } = talk
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [lines.length])
  return (
    <section
      aria-label={t`Conversation`}
      className="mb-6 flex flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-13 items-center justify-between gap-2 border-b border-line ps-4 pe-2">
        <Standing talk={talk} />
        {state === 'open' && (
          <div className="flex items-center gap-1">
            {talk.mode === 'speech' && (
              <IconButton
                label={talk.isMuted ? t`Turn the microphone on` : t`Turn the microphone off`}
                onPress={() => talk.mute(!talk.isMuted)}
              >
                {talk.isMuted ? <MicOff aria-hidden size={18} /> : <Mic aria-hidden size={18} />}
              </IconButton>
            )}
            <Button look="quiet" icon={<PhoneOff aria-hidden size={16} />} onPress={talk.end}>
              <Trans context="stop the conversation">End</Trans>
            </Button>
          </div>
        )}
      </header>
      <div
        role="log"
        aria-label={t`What was said`}
        tabIndex={0}
        className="flex max-h-[26rem] min-h-56 flex-col gap-3 overflow-y-auto p-4"
      >
        {lines.map(({ id, by, text }) => (
          <p
            key={id}
            dir="auto"
            className={`max-w-[85%] rounded-lg px-3 py-2 whitespace-pre-line ${by === 'you' ? 'self-end bg-accent-soft' : 'self-start bg-sunken'}`}
          >
            <span className="sr-only">{by === 'you' ? t`You:` : t`Agent:`} </span>
            {text}
          </p>
        ))}
        <div ref={end} />
      </div>
      {state === 'open' && <Composer onSay={talk.say} />}
    </section>
  )
}

function Standing({ talk: { state, mode, isSpeaking, isMuted } }: { readonly talk: Talk }) {
  return (
    <p role="status" className="flex items-center gap-2 text-muted">
      {state === 'opening' && <LoaderCircle aria-hidden size={15} className="animate-spin" />}
      {state === 'opening' ? (
        <Trans>Connecting</Trans>
      ) : state === 'ended' ? (
        <Trans>The conversation has ended.</Trans>
      ) : mode === 'text' ? (
        <Trans>Type what you want</Trans>
      ) : isSpeaking ? (
        <Trans>Speaking</Trans>
      ) : isMuted ? (
        <Trans>The microphone is off</Trans>
      ) : (
        <Trans>Listening</Trans>
      )}
    </p>
  )
}

function Composer({ onSay }: { readonly onSay: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  return (
    <form
      className="flex items-end gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onSay(text.trim())
        setText('')
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField label={t`Message`} value={text} onChange={setText} autoComplete="off" autoFocus maxLength={1_000} />
      </div>
      <Button type="submit" look="primary" icon={<ArrowUp aria-hidden size={16} />}>
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}
