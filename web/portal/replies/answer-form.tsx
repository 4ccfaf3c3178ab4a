import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { formatShortDayTime } from '#web/ui/time/dates.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../holder.ts'
import { changedByReply, type Reply } from './reply-queries.ts'
import { templateNames, type Template } from './reply-text.ts'

type Wanted = { readonly appointmentId: string; readonly kind: Template | 'own'; readonly text: string }

/** The answer: a template in the language of the person, or words of one's own, with what it will say and cost. */
export function AnswerForm({ reply }: { readonly reply: Reply }) {
  const { t, i18n } = useLingui()
  const holder = useHolder()
  const { defaultTimezone } = useProfile()
  const queries = useQueryClient()
  const params = { platformHolderId: holder, replyId: reply.id }
  const [clientRequestId, setClientRequestId] = useState(() => crypto.randomUUID())
  const [wanted, setWanted] = useState<Wanted>({
    appointmentId: reply.people[0]?.appointmentId ?? '',
    kind: 'received',
    text: '',
  })
  const send = useMutation({
    mutationFn: (answer: Wanted) => call('answerHolderReply', { params, body: { clientRequestId, ...bodyOf(answer) } }),
    onSuccess: async () => {
      setClientRequestId(crypto.randomUUID())
      setWanted({ ...wanted, kind: 'received', text: '' })
      toast(t`On its way`)
      await readAnew(queries, changedByReply)
    },
  })
  const isForeign =
    send.error instanceof ApiError &&
    send.error.details.some(({ path, code }) => path === 'text' && code === 'not_allowed')
  const templates = Object.entries(templateNames).map(([id, name]) => ({ id: id as Template, name: i18n._(name) }))
  return (
    <div className="border-t border-line px-5 py-5 print:hidden">
      <DirtyGuard isDirty={wanted.text !== ''} />
      <Form
        error={isForeign ? null : send.error}
        // The hint of the field says what may not stand there.
        found={isForeign ? [{ path: 'text', code: 'unknown_field' }] : []}
        fields={['appointmentId', 'template', 'text']}
        onSubmit={() => send.mutate(wanted)}
        actions={
          <Button look="primary" type="submit" isPending={send.isPending}>
            <Trans>Send</Trans>
          </Button>
        }
      >
        {reply.people.length > 1 && (
          <Select
            label={t`Person`}
            name="appointmentId"
            choices={reply.people.map(({ appointmentId, displayName, startsAt, timezone }) => ({
              id: appointmentId,
              name: enumeration([
                displayName,
                formatShortDayTime(startsAt, currentLocale(), timezone, defaultTimezone),
              ]),
            }))}
            value={wanted.appointmentId}
            onChange={(appointmentId) => setWanted({ ...wanted, appointmentId })}
          />
        )}
        <Select
          label={t`Answer`}
          name="template"
          choices={[...templates, { id: 'own' as const, name: t`In your own words` }]}
          value={wanted.kind}
          onChange={(kind) => setWanted({ ...wanted, kind })}
        />
        {wanted.kind === 'own' && (
          <TextArea
            label={t`In your own words`}
            hint={t`No link, address or telephone number but your own.`}
            name="text"
            maxLength={300}
            rows={3}
            value={wanted.text}
            onChange={(text) => setWanted({ ...wanted, text })}
          />
        )}
        <Preview replyId={reply.id} wanted={wanted} />
      </Form>
    </div>
  )
}

function bodyOf({ appointmentId, kind, text }: Wanted) {
  return { appointmentId, ...(kind === 'own' ? { text: text.trim() } : { template: kind }) }
}

/** What the person will read, and as how many text messages it counts. */
function Preview({ replyId, wanted }: { readonly replyId: string; readonly wanted: Wanted }) {
  const params = { platformHolderId: useHolder(), replyId }
  const shown = useDeferredValue(wanted)
  const { data } = useQuery({
    queryKey: ['answerHolderReply', 'preview', params, shown],
    queryFn: ({ signal }) => {
      const body = { clientRequestId: crypto.randomUUID(), ...bodyOf(shown), dryRun: true }
      return call('answerHolderReply', { params, body }, signal)
    },
    enabled: shown.kind !== 'own' || shown.text.trim() !== '',
    placeholderData: (before) => before,
    retry: false,
  })
  if (data === undefined || (wanted.kind === 'own' && wanted.text.trim() === '')) return null
  const { encoding, segments, offendingCharacters } = data
  const letters = offendingCharacters.join(' ')
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      {wanted.kind !== 'own' && (
        <p dir="auto" className="wrap-anywhere">
          {data.text}
        </p>
      )}
      <p className="text-xs text-muted">
        {encoding === 'gsm7' ? <Trans>plain letters (GSM-7)</Trans> : <Trans>all letters (UCS-2)</Trans>}
        {letters !== '' && ` (${letters})`}
        {' · '}
        <Plural value={segments} one="counts as # text message" other="counts as # text messages" />
      </p>
    </div>
  )
}
