import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { DataOf } from '#web/api/client.ts'
import { Switch } from '#web/ui/form/checkbox.tsx'
import { Group, Row, type PreferenceChange } from './group.tsx'

// Most people have no such hours.
const QuietSpan = lazy(async () => ({ default: (await import('./quiet-span.tsx')).QuietSpan }))

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
        <Suspense>
          <QuietSpan
            quietHours={quietHours}
            draft={draft}
            isPending={isPending}
            onDraft={setDraft}
            onSave={() => onChange({ ...draft, timezone })}
          />
        </Suspense>
      )}
    </Group>
  )
}
