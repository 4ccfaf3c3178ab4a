import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DataOf } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Switch } from '#web/ui/form/checkbox.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { Group, Row, type PreferenceChange } from './group.tsx'

type Hours = DataOf<'getRecipientPreferences'>['quietHours']

/** Hours in which nothing may arrive. */
export function QuietHours({
  quietHours,
  isPending,
  onChange,
}: {
  readonly quietHours: Hours
  readonly isPending: boolean
  readonly onChange: (hours: PreferenceChange['quietHours']) => void
}) {
  const { t } = useLingui()
  const timezone = quietHours?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const [draft, setDraft] = useState({ from: quietHours?.from ?? '21:00', to: quietHours?.to ?? '08:00' })
  const isSaved = quietHours?.from === draft.from && quietHours.to === draft.to
  return (
    <Group title={t`Hours without messages`}>
      <Row>
        <Switch
          isSelected={quietHours !== null}
          isDisabled={isPending}
          onChange={(isOn) => onChange(isOn ? { ...draft, timezone } : null)}
        >
          <Trans>No messages at certain hours</Trans>
        </Switch>
      </Row>
      {quietHours && (
        <div className="flex flex-wrap items-end gap-3 py-3">
          <TimeField
            label={t`From`}
            name="quietHours.from"
            timeZone={timezone}
            value={draft.from}
            onChange={(from) => from !== null && setDraft({ ...draft, from })}
          />
          <TimeField
            label={t`Until`}
            name="quietHours.to"
            timeZone={timezone}
            value={draft.to}
            onChange={(to) => to !== null && setDraft({ ...draft, to })}
          />
          {!isSaved && (
            <Button look="primary" isPending={isPending} onPress={() => onChange({ ...draft, timezone })}>
              <Trans>Save</Trans>
            </Button>
          )}
        </div>
      )}
    </Group>
  )
}
