import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { enumeration } from '#web/ui/enumeration.ts'
import { useHolder } from '../../holder.ts'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import { useDraft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { integrationList, type Connection, type Integration } from './integration-queries.ts'
import { problemText } from './integration-text.ts'

/** Which calendars of the account appointments are read from. */
export function CalendarChoice({ integration: { id, connection } }: { readonly integration: Integration }) {
  const { t, i18n } = useLingui()
  const draft = useDraft(connection, connectionFields)
  const { calendars } = draft.value
  const save = useCalendarSave(id, draft)
  const choose = (calendarId: string, selected: boolean) =>
    draft.set({ calendars: calendars.map((one) => (one.calendarId === calendarId ? { ...one, selected } : one)) })
  return (
    <div className="border-t border-line px-5 py-4">
      <DirtyGuard isDirty={draft.isDirty} />
      <Form
        error={save.error}
        fields={[]}
        onSubmit={save.submit}
        actions={<SaveButtons isDirty={draft.isDirty} isPending={save.isPending} onUndo={draft.reset} />}
      >
        <fieldset aria-label={t`Calendars that are read`} className="flex flex-col gap-2.5">
          <p className="text-sm font-medium">{t`Calendars that are read`}</p>
          {calendars.map(({ calendarId, name, selected, problem }) => (
            <Checkbox key={calendarId} isSelected={selected} onChange={(isOn) => choose(calendarId, isOn)}>
              {name}
              {problem !== null && <span className="block text-xs text-warn">{i18n._(problemText[problem])}</span>}
            </Checkbox>
          ))}
          {calendars.length > 0 && !calendars.some(({ selected }) => selected) && (
            <p className="text-warn">{t`Choose at least one: until then nothing is read.`}</p>
          )}
        </fieldset>
        <DraftNote
          draft={draft}
          fields={{
            calendars: {
              name: t`Calendars that are read`,
              text: (one) =>
                enumeration(one.calendars.filter(({ selected }) => selected).map(({ name }) => name)) || t`None`,
            },
          }}
        />
      </Form>
    </div>
  )
}

const connectionFields = ['calendars'] as const satisfies readonly (keyof Connection)[]

function useCalendarSave(id: string, draft: ReturnType<typeof useDraft<Connection>>) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const list = integrationList(holder)
  return useSave({
    draft,
    fields: connectionFields,
    send: ({ base, changes }) =>
      call('updateHolderIntegrationSettings', {
        params: { platformHolderId: holder, integrationId: id },
        body: {
          expectedVersion: base.version,
          calendars: (changes.calendars ?? base.calendars).map(({ calendarId, selected }) => ({
            calendarId,
            selected,
          })),
        },
      }).then(({ connection }) => connection),
    latest: async () => {
      const { items } = await queries.fetchQuery({ ...list, staleTime: 0 })
      return items.find((one) => one.id === id)?.connection ?? draft.value
    },
    onSaved: (connection) => {
      queries.setQueryData(
        list.queryKey,
        (before) =>
          before && { ...before, items: before.items.map((one) => (one.id === id ? { ...one, connection } : one)) },
      )
      toast(t`Calendars saved`)
    },
  })
}
