import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { profileFieldIds, profileGroups, useProfileText } from './profile-fields.ts'
import { ProfileInput } from './profile-input.tsx'
import { useProfileForm } from './use-profile-form.ts'

export function ProfileTab() {
  const { t, i18n } = useLingui()
  const { draft, save } = useProfileForm(() => toast(t`Saved`))
  return (
    <Page title={t`Profile`}>
      <DirtyGuard isDirty={draft.isDirty} />
      <Form
        isLong
        error={save.error}
        fields={profileFieldIds}
        onSubmit={() => save.submit()}
        actions={
          <>
            <Button type="submit" look="primary" isPending={save.isPending} isDisabled={!draft.isDirty}>
              <Trans>Save</Trans>
            </Button>
            {!draft.isDirty && (
              <span className="text-xs text-muted">
                <Trans>Nothing was changed yet.</Trans>
              </span>
            )}
          </>
        }
      >
        {profileGroups.map(({ id, title, fields }) => (
          <section
            key={id}
            aria-label={i18n._(title)}
            className="grid gap-x-8 gap-y-4 border-b border-line pb-8 md:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <h2 className="text-base font-semibold">{i18n._(title)}</h2>
            <div className="grid gap-4 sm:grid-cols-2">
              {fields.map((field) => (
                <ProfileInput
                  key={field}
                  id={field}
                  value={draft.value[field]}
                  onChange={(value) => draft.set({ [field]: value })}
                />
              ))}
            </div>
          </section>
        ))}
        <DraftNote draft={draft} fields={useProfileText()} />
      </Form>
    </Page>
  )
}
