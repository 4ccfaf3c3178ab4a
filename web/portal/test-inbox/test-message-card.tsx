import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../holder.ts'
import { May } from '../may.tsx'
import type { TestMessage } from './test-inbox-queries.ts'

/** A message as its addressee would have seen it; an answer stands on the other side. */
export function TestMessageCard({
  message,
  onAnswered,
}: {
  readonly message: TestMessage
  readonly onAnswered: () => void
}) {
  const { channel, isReply, from, to, subject, text, locale, sentAt } = message
  const { defaultTimezone } = useProfile()
  const Icon = channel === 'sms' ? MessageSquare : Mail
  const side = isReply ? 'ms-8 self-end bg-accent-soft' : 'me-8 self-start bg-surface'
  return (
    <article className={`flex max-w-full flex-col gap-2 rounded-lg border border-line px-4 py-3 ${side}`}>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <Icon aria-hidden size={14} />
        <bdi>{from}</bdi>
        <ArrowRight aria-hidden size={12} className="rtl:rotate-180" />
        <bdi>{to}</bdi>
        <time dateTime={sentAt}>{formatDateTime(sentAt, currentLocale(), defaultTimezone)}</time>
      </header>
      {subject !== null && (
        <h2 dir="auto" lang={locale ?? undefined} className="font-semibold">
          {subject}
        </h2>
      )}
      <p dir="auto" lang={locale ?? undefined} className="wrap-break-word whitespace-pre-line">
        <Linked text={text} />
      </p>
      {channel === 'sms' && !isReply && (
        <May scope="appointments:write">
          <Answer id={message.id} onAnswered={onAnswered} />
        </May>
      )}
    </article>
  )
}

/** Makes links of the addresses in a text. */
function Linked({ text }: { readonly text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a
        key={`${index} ${piece}`}
        href={piece}
        target="_blank"
        rel="noreferrer"
        dir="ltr"
        className="break-all text-accent underline"
      >
        {piece}
      </a>
    ),
  )
}

/** Answers as the person might from their telephone. */
function Answer({ id, onAnswered }: { readonly id: string; readonly onAnswered: () => void }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [clientRequestId, setClientRequestId] = useState(() => crypto.randomUUID())
  const platformHolderId = useHolder()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () =>
      call('replyToTestMessage', {
        params: { platformHolderId, testMessageId: id },
        body: { clientRequestId, text: text.trim() },
      }),
    onSuccess: async () => {
      setClientRequestId(crypto.randomUUID())
      setOpen(false)
      setText('')
      onAnswered()
      await readAnew(queries, ['listTestInbox'])
    },
  })
  if (!isOpen)
    return (
      <div>
        <Button onPress={() => setOpen(true)}>
          <Trans>Answer as this person</Trans>
        </Button>
      </div>
    )
  return (
    <Form
      error={send.error}
      fields={['text']}
      onSubmit={() => send.mutate()}
      actions={
        <Button look="primary" type="submit" isPending={send.isPending} isDisabled={text.trim() === ''}>
          <Trans>Send</Trans>
        </Button>
      }
    >
      <TextField
        label={t`Answer as this person`}
        name="text"
        value={text}
        onChange={setText}
        maxLength={1600}
        autoFocus
      />
    </Form>
  )
}
