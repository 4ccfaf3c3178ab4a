import { Trans, useLingui } from '@lingui/react/macro'
import type { DataOf } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'

type Span = { readonly from: string; readonly to: string }

/** From when until when nothing may arrive. */
export function QuietSpan({
  quietHours,
  draft,
  isPending,
  onDraft,
  onSave,
}: {
  readonly quietHours: NonNullable<DataOf<'getRecipientPreferences'>['quietHours']>
  readonly draft: Span
  readonly isPending: boolean
  readonly onDraft: (span: Span) => void
  readonly onSave: () => void
}) {
  const { t } = useLingui()
  const isSaved = quietHours.from === draft.from && quietHours.to === draft.to
  return (
    <div className="flex flex-wrap items-end gap-3 py-3">
      <TimeField
        label={t`From`}
        name="quietHours.from"
        timeZone={quietHours.timezone}
        value={draft.from}
        onChange={(from) => from !== null && onDraft({ ...draft, from })}
      />
      <TimeField
        label={t`Until`}
        name="quietHours.to"
        timeZone={quietHours.timezone}
        value={draft.to}
        onChange={(to) => to !== null && onDraft({ ...draft, to })}
      />
      {!isSaved && (
        <Button look="primary" isPending={isPending} onPress={onSave}>
          <Trans>Save</Trans>
        </Button>
      )}
    </div>
  )
}
