import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { FormGroup } from '#web/ui/form/form-group.tsx'
import { ReplanQuestion } from '../replan-question.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import { useDraft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { SetupPage } from '../setup-page.tsx'
import { activeTypes, typeName } from '../types/type-queries.ts'
import { reminderPolicy, type Policy } from './policy-queries.ts'
import { usePolicyText, useReplyMails } from './policy-text.ts'
import { QuietHoursFields } from './quiet-hours-fields.tsx'
import { ReminderPreview } from './reminder-preview.tsx'
import { SenderFields } from './sender-fields.tsx'
import { StepsEditor } from './steps-editor.tsx'

const fields = [
  'steps',
  'quietHours',
  'minLeadMinutes',
  'shortNotice',
  'sendRegistrationNotice',
  'sendChangeNotice',
  'sendCancellationNotice',
  'groupSameDay',
  'groupSameTelephone',
  'smsSender',
  'intakeDefaultTypeId',
  'replyMail',
  'callsPerDay',
] as const satisfies readonly (keyof Policy)[]

/** When everybody is reminded, and how; a type's own plan goes before it. */
export function RemindersPage() {
  const { t } = useLingui()
  const holder = useHolder()
  const { defaultLocale } = useProfile()
  const queries = useQueryClient()
  const { data: saved } = useSuspenseQuery(reminderPolicy(holder))
  const types = useSuspenseQuery(activeTypes(holder)).data.items
  const draft = useDraft(saved, fields)
  const { value: policy, changes, set } = draft
  const save = useSave({
    draft,
    fields,
    isAsking: () => true,
    send: ({ base, changes }, dryRun) =>
      call('updateHolderReminderPolicy', {
        params: { platformHolderId: holder },
        body: { expectedVersion: base.version, ...(dryRun ? { dryRun } : {}), ...changes },
      }),
    latest: () => queries.fetchQuery({ ...reminderPolicy(holder), staleTime: 0 }),
    onSaved: (policySaved) => {
      queries.setQueryData(reminderPolicy(holder).queryKey, policySaved)
      toast(t`Reminders saved`)
    },
  })
  const noType = 'none'
  return (
    <SetupPage title={t`Reminders`} lead={t`They are sent automatically, for every appointment.`}>
      <DirtyGuard isDirty={draft.isDirty} />
      <ReplanQuestion save={save} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Form
          isLong
          error={save.error}
          fields={faultPaths}
          onSubmit={save.submit}
          actions={<SaveButtons isDirty={draft.isDirty} isPending={save.isPending} onUndo={draft.reset} />}
        >
          <FormGroup title={t`When people are reminded`}>
            <StepsEditor path="steps" steps={policy.steps} onChange={(steps) => set({ steps })} />
          </FormGroup>
          <FormGroup
            title={t`Hours without messages`}
            lead={t`Messages that fall in these hours are sent just before them, or after if that is too early.`}
          >
            <QuietHoursFields value={policy.quietHours} onChange={(quietHours) => set({ quietHours })} />
          </FormGroup>
          <FormGroup title={t`Last-minute appointments`}>
            <Checkbox isSelected={policy.shortNotice} onChange={(shortNotice) => set({ shortNotice })}>
              <Trans>Still send one reminder when an appointment is made too late for all of them</Trans>
            </Checkbox>
            <div className="max-w-sm">
              <NumberField
                name="minLeadMinutes"
                label={t`Latest sending time (minutes before)`}
                minValue={0}
                maxValue={1440}
                value={policy.minLeadMinutes}
                onChange={(minutes) => set({ minLeadMinutes: minutes ?? 0 })}
              />
            </div>
          </FormGroup>
          <FormGroup title={t`Other messages`}>
            <Checkbox
              isSelected={policy.sendRegistrationNotice}
              onChange={(sendRegistrationNotice) => set({ sendRegistrationNotice })}
            >
              <Trans>Tell people when an appointment is made</Trans>
            </Checkbox>
            <Checkbox isSelected={policy.sendChangeNotice} onChange={(sendChangeNotice) => set({ sendChangeNotice })}>
              <Trans>Tell people the new time or place when an appointment is moved</Trans>
            </Checkbox>
            <Checkbox
              isSelected={policy.sendCancellationNotice}
              onChange={(sendCancellationNotice) => set({ sendCancellationNotice })}
            >
              <Trans>Tell people when an appointment is cancelled</Trans>
            </Checkbox>
            <Checkbox isSelected={policy.groupSameDay} onChange={(groupSameDay) => set({ groupSameDay })}>
              <Trans>One message for all appointments of a person on the same day</Trans>
            </Checkbox>
            <Checkbox
              isSelected={policy.groupSameTelephone}
              onChange={(groupSameTelephone) => set({ groupSameTelephone })}
            >
              <Trans>One message, without names, for everybody who shares a telephone</Trans>
            </Checkbox>
          </FormGroup>
          <FormGroup title={t`Sender`}>
            <SenderFields
              value={policy.smsSender}
              saved={saved.smsSender}
              onChange={(smsSender) => set({ smsSender })}
            />
          </FormGroup>
          <FormGroup title={t`Replies`}>
            <div className="max-w-sm">
              <Select
                name="replyMail"
                label={t`E-mail about replies`}
                choices={Object.entries(useReplyMails()).map(([id, name]) => ({ id: id as Policy['replyMail'], name }))}
                value={policy.replyMail}
                onChange={(replyMail) => set({ replyMail })}
              />
            </div>
          </FormGroup>
          <FormGroup title={t`Appointments from other systems`}>
            <div className="max-w-sm">
              <Select
                name="intakeDefaultTypeId"
                label={t`Appointment type they get`}
                choices={[
                  { id: noType, name: t`None` },
                  ...types.map(({ id, name }) => ({ id, name: typeName(name, currentLocale(), defaultLocale) })),
                ]}
                value={policy.intakeDefaultTypeId ?? noType}
                onChange={(id) => set({ intakeDefaultTypeId: id === noType ? null : id })}
              />
            </div>
          </FormGroup>
          <FormGroup title={t`Call list`}>
            <div className="max-w-sm">
              <NumberField
                name="callsPerDay"
                label={t`People who did not answer, at most (each day)`}
                minValue={0}
                maxValue={200}
                value={policy.callsPerDay}
                onChange={(callsPerDay) => set({ callsPerDay: callsPerDay ?? 0 })}
              />
            </div>
          </FormGroup>
          <DraftNote draft={draft} fields={usePolicyText(types)} />
        </Form>
        <ReminderPreview policy={changes} />
      </div>
    </SetupPage>
  )
}

/** Fault paths for which there is a field here. */
const faultPaths = [
  'quietHours.from',
  'quietHours.to',
  'minLeadMinutes',
  'smsSender.value',
  'intakeDefaultTypeId',
  'callsPerDay',
  ...[0, 1, 2, 3, 4].map((index) => `steps.${index}.offset`),
]
