import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { hintClass } from '#web/ui/form/field-classes.ts'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { closestLocale } from '#web/ui/language/locales.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { readAnew } from '#web/ui/query-client.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { FormGroup } from '#web/ui/form/form-group.tsx'
import { ReplanQuestion } from '../replan-question.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import type { Sent } from '#web/ui/change/differences.ts'
import { useDraft, type Draft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { ReminderPreview } from '../reminders/reminder-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { filledTexts, LocalizedTexts, textsIn, type Texts } from './localized-texts.tsx'
import { LocationFields } from './location-fields.tsx'
import { PlanFields } from './plan-fields.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import { blankType, typeFaultPaths, typeFields, useTypeText, type EditedType } from './type-fields.ts'
import { oneType, type AppointmentType } from './type-queries.ts'

/** A type, to change or, when it is null, to add; beside it the reminder that it makes. */
export function TypeForm({ type }: { readonly type: AppointmentType | null }) {
  const { t } = useLingui()
  const { defaultLocale } = useProfile()
  const draft = useDraft<EditedType>(type ?? newType, typeFields)
  const { value, set } = draft
  const save = useTypeSave(type, draft)
  const texts = useTypeText()
  const own = closestLocale(defaultLocale) ?? 'nl'
  // Those of Tijdig are there in every language, and cannot be changed: those of the page and of messages say enough.
  const shown = (texts: Texts) => (type?.ownership === 'global' ? textsIn([currentLocale(), own], texts) : texts)
  const isFixed = type !== null && (type.ownership === 'global' || type.status === 'archived')
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <DirtyGuard isDirty={draft.isDirty} />
      <ReplanQuestion save={save} />
      <Form
        isLong
        error={save.error}
        fields={typeFaultPaths}
        onSubmit={save.submit}
        actions={!isFixed && <SaveButtons isDirty={draft.isDirty} isPending={save.isPending} onUndo={draft.reset} />}
      >
        <fieldset disabled={isFixed} className="contents">
          <FormGroup title={t`Appointment`}>
            <LocalizedTexts
              name="name"
              label={t`Name`}
              required={own}
              maxLength={120}
              value={shown(value.name)}
              onChange={(name) => set({ name })}
            />
            <Checkbox isSelected={value.smsSafe} onChange={(smsSafe) => set({ smsSafe })}>
              <Trans>The name may be used in messages</Trans>
              <span className={`block ${hintClass}`}>
                <Trans>Not if it says something about somebody’s health: others may see the telephone too.</Trans>
              </span>
            </Checkbox>
            <div className="max-w-40">
              <NumberField
                name="durationMinutes"
                label={t`Minutes`}
                minValue={5}
                maxValue={1440}
                value={value.durationMinutes}
                onChange={(minutes) => set({ durationMinutes: minutes ?? blankType.durationMinutes })}
              />
            </div>
            <LocationFields value={value.locationIds} onChange={(locationIds) => set({ locationIds })} />
            <ColourField value={value.color} onChange={(color) => set({ color })} />
          </FormGroup>
          <FormGroup title={t`Reminders`}>
            <PlanFields value={value} onChange={set} />
          </FormGroup>
          <FormGroup title={t`What people may do`}>
            <RecipientFields
              value={value.recipientActions}
              onChange={(recipientActions) => set({ recipientActions })}
            />
          </FormGroup>
          <FormGroup title={t`Instructions`} lead={t`Shown in the app, after signing in; never in a message.`}>
            <LocalizedTexts
              name="instructions"
              label={t`Instructions`}
              required={null}
              maxLength={1000}
              isLong
              value={shown(value.instructions)}
              onChange={(instructions) => set({ instructions })}
            />
          </FormGroup>
        </fieldset>
        <DraftNote draft={draft} fields={texts} />
      </Form>
      <TypePreview type={type} draft={draft} />
    </div>
  )
}

const newType: EditedType = { ...blankType, version: 0 }

/** The server previews the saved type: unsaved steps can be tried out, an unsaved name cannot. */
function TypePreview({ type, draft }: { readonly type: AppointmentType | null; readonly draft: Draft<EditedType> }) {
  const { value, changes } = draft
  const isSaved = type !== null && !('reminderPlan' in changes)
  const isNameToCome = value.smsSafe && (!isSaved || 'name' in changes || 'smsSafe' in changes)
  return (
    <div>
      <ReminderPreview
        policy={isSaved || value.reminderPlan === null ? {} : value.reminderPlan}
        appointmentTypeId={isSaved ? type.id : null}
      />
      {isNameToCome && (
        <p className="mt-3 text-xs text-muted">
          <Trans>The name will appear in it once this is saved.</Trans>
        </p>
      )}
    </div>
  )
}

function useTypeSave(type: AppointmentType | null, draft: Draft<EditedType>) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const params = { platformHolderId: holder }
  const create = ({ base, changes }: Sent<EditedType>) => {
    const { name, durationMinutes } = { ...base, ...changes }
    const body = { clientRequestId, ...bodyOf(changes), name: filledTexts(name), durationMinutes }
    return call('createHolderAppointmentType', { params, body })
  }
  const update = (id: string, { base, changes }: Sent<EditedType>, dryRun: boolean) =>
    call('updateHolderAppointmentType', {
      params: { ...params, appointmentTypeId: id },
      body: { expectedVersion: base.version, ...(dryRun ? { dryRun } : {}), ...bodyOf(changes) },
    })
  return useSave<EditedType, AppointmentType>({
    draft,
    fields: typeFields,
    isAsking: (changes) => type !== null && ('reminderPlan' in changes || 'skipIfConfirmed' in changes),
    send: (sent, isDryRun) => (type === null ? create(sent) : update(type.id, sent, isDryRun)),
    latest: () => queries.fetchQuery({ ...oneType(holder, type?.id ?? ''), staleTime: 0 }),
    onSaved: (saved) => {
      queries.setQueryData(oneType(holder, saved.id).queryKey, saved)
      void readAnew(queries, ['listHolderAppointmentTypes', 'previewHolderReminder'])
      toast(type === null ? t`Type added` : t`Type saved`)
      if (type === null) void navigate({ to: '/setup/types', search: {}, ignoreBlocker: true })
    },
  })
}

/** Languages without a text are left out. */
function bodyOf(changes: Partial<EditedType>) {
  return {
    ...changes,
    ...(changes.name ? { name: filledTexts(changes.name) } : {}),
    ...(changes.instructions ? { instructions: filledTexts(changes.instructions) } : {}),
  }
}
