import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ClashNote } from '../account/profile/clash-note.tsx'
import type { ProfileFieldId } from '../account/profile/profile-fields.ts'
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
  const form = useProfileForm(() => void goOn())
  return <ProfileStepForm form={form} fields={fields} />
}

export function ProfileStepForm({
  form,
  fields,
}: {
  readonly form: ReturnType<typeof useProfileForm>
  readonly fields: readonly ProfileFieldId[]
}) {
  return (
    <>
      <DirtyGuard isDirty={form.isDirty} />
      <Form
        error={form.error}
        fields={fields}
        onSubmit={() => form.save()}
        actions={
          <Button type="submit" look="primary" isPending={form.isPending}>
            <Trans>Save and continue</Trans>
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((id) => (
            <ProfileInput key={id} id={id} value={form.valueOf(id)} onChange={(value) => form.change(id, value)} />
          ))}
        </div>
        <ClashNote clashes={form.clashes} valueOf={form.valueOf} onTheirs={form.takeTheirs} />
      </Form>
    </>
  )
}
