import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { trimmed, useDraft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Section } from '#web/ui/page.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useHolder } from '../holder.ts'
import { onePerson, type Person } from './people-queries.ts'

const noteFields = ['text'] as const satisfies readonly (keyof Person['note'])[]

/** A short note for colleagues on how to reach a person. */
export function PersonNote({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder(), personId: person.personId }
  const queries = useQueryClient()
  const draft = useDraft<Person['note']>(person.note, noteFields, trimmed)
  const save = useSave({
    draft,
    fields: noteFields,
    latest: async () => {
      const now = await queries.fetchQuery({ ...onePerson(params.platformHolderId, params.personId), staleTime: 0 })
      return now.note
    },
    send: ({ base, changes }) =>
      call('updateHolderPersonNote', {
        params,
        body: { expectedVersion: base.version, text: changes.text ?? base.text },
      }),
    onSaved: async () => {
      await readAnew(queries, ['getHolderPerson'])
      toast(t`The note has been saved`)
    },
  })
  return (
    <Section title={t`How to reach this person`}>
      <DirtyGuard isDirty={draft.isDirty} />
      <Form
        error={save.error}
        fields={['text']}
        onSubmit={save.submit}
        actions={
          draft.isDirty && (
            <Button type="submit" look="primary" isPending={save.isPending}>
              <Trans>Save the note</Trans>
            </Button>
          )
        }
      >
        <TextField
          label={t`Note`}
          hint={t`For your staff. This person can ask to read it. No medical details, please.`}
          name="text"
          maxLength={300}
          value={draft.value.text}
          onChange={(text) => draft.set({ text })}
          autoComplete="off"
        />
        <DraftNote draft={draft} fields={{ text: { name: t`Note`, text: ({ text }) => text } }} />
      </Form>
    </Section>
  )
}
