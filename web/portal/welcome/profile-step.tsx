import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useProfileText, type ProfileFieldId } from '../account/profile/profile-fields.ts'
import { ProfileInput } from '../account/profile/profile-input.tsx'
import { useProfileForm } from '../account/profile/use-profile-form.ts'
import { useNextStep } from './use-next-step.ts'
import type { WizardStepId } from './wizard-steps.ts'

/** Some fields of the profile, saved on the way to the next page. */
export function ProfileStep({
  step,
  fields,
}: {
  readonly step: WizardStepId
  readonly fields: readonly ProfileFieldId[]
}) {
  const goOn = useNextStep(step)
  const form = useProfileForm((isMore) => (isMore ? undefined : goOn()))
  return <ProfileStepForm form={form} fields={fields} />
}

export function ProfileStepForm({
  form: { draft, save },
  fields,
}: {
  readonly form: ReturnType<typeof useProfileForm>
  readonly fields: readonly ProfileFieldId[]
}) {
  return (
    <>
      <DirtyGuard isDirty={draft.isDirty} />
      <Form
        error={save.error}
        fields={fields}
        onSubmit={() => save.submit()}
        actions={
          <Button type="submit" look="primary" isPending={save.isPending}>
            <Trans>Save and continue</Trans>
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((id) => (
            <ProfileInput key={id} id={id} value={draft.value[id]} onChange={(value) => draft.set({ [id]: value })} />
          ))}
        </div>
        <DraftNote draft={draft} fields={useProfileText()} />
      </Form>
    </>
  )
}
