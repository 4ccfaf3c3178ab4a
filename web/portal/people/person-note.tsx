import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { differences } from '#web/ui/change/differences.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Section } from '#web/ui/page.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder } from '../holder.ts'
import { onePerson, type Person } from './people-queries.ts'

/** A short note for colleagues on how to reach a person. */
export function PersonNote({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const params = { platformHolderId: useHolder(), personId: person.personId }
  const queries = useQueryClient()
  const { note } = person
  /** Null while nothing is typed: what colleagues write meanwhile is then shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? note.text
  const isDirty = text.trim() !== note.text
  const save = useMutation({
    mutationFn: () =>
      call('updateHolderPersonNote', { params, body: { expectedVersion: note.version, text: text.trim() } }),
    readAgain: async () => {
      const { note: now } = await queries.fetchQuery({
        ...onePerson(params.platformHolderId, params.personId),
        staleTime: 0,
      })
      if (now.text === text.trim()) return { stored: now }
      return { differences: differences(note, now, { text: { name: t`Note`, text: (one) => one.text } }) }
    },
    onSuccess: async () => {
      await readAnew(queries, ['getHolderPerson'])
      setTyped(null)
      toast(t`The note has been saved`)
    },
  })
  return (
    <Section title={t`How to reach this person`}>
      <DirtyGuard isDirty={isDirty} />
      <Form
        error={save.error}
        fields={['text']}
        onSubmit={() => save.mutate()}
        actions={
          isDirty && (
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
          value={text}
          onChange={setTyped}
          autoComplete="off"
        />
      </Form>
    </Section>
  )
}
