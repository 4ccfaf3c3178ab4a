import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read, type DataOf } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { Switch } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Section } from '#web/ui/page.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { ahead } from '../appointments/appointment-queries.ts'
import { earlier } from '../appointments/earlier.ts'
import { Loaded } from '../loaded.tsx'
import { Group, Row, type PreferenceChange } from './group.tsx'
import { QuietHours } from './quiet-hours.tsx'

type Preferences = DataOf<'getRecipientPreferences'>

/** Message preferences. Each switch is saved at once. */
export function PreferencesSection() {
  const { t } = useLingui()
  const query = useQuery(read('getRecipientPreferences', {}))
  return (
    <Section title={t`Messages`}>
      <Loaded query={query}>{(preferences) => <Preferences preferences={preferences} />}</Loaded>
    </Section>
  )
}

function Preferences({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { queryKey } = read('getRecipientPreferences', {})
  const change = useMutation({
    mutationFn: (changes: PreferenceChange) =>
      call('updateRecipientPreferences', { body: { expectedVersion: preferences.version, ...changes } }),
    onSuccess: (after) => queryClient.setQueryData(queryKey, after),
  })
  const { preferredChannel, channels, messageKinds, quietHours, perHolder } = preferences
  const set = (changes: PreferenceChange) => change.mutate(changes)
  const kinds = [
    ['reminder', t`Reminders`],
    ['confirm_prompt', t`Requests to confirm`],
    ['change', t`When an appointment is moved`],
    ['cancellation', t`When an appointment is cancelled`],
  ] as const
  return (
    <div className="flex flex-col gap-6">
      <ErrorNote error={change.error} />
      <Select
        label={t`Preferred way to contact me`}
        choices={[
          { id: 'provider_default', name: t`Let each organization choose` },
          { id: 'sms', name: t`Text message` },
          { id: 'email', name: t`E-mail` },
        ]}
        value={preferredChannel}
        isDisabled={change.isPending}
        onChange={(channel) => set({ preferredChannel: channel })}
      />
      <Group title={t`Which messages`}>
        {kinds.map(([kind, name]) => (
          <Row key={kind}>
            <Switch
              isSelected={messageKinds[kind]}
              isDisabled={change.isPending}
              onChange={(isOn) => set({ messageKinds: { [kind]: isOn } })}
            >
              {name}
            </Switch>
          </Row>
        ))}
      </Group>
      <Group title={t`Ways to contact me`}>
        <Row>
          <Switch
            isSelected={channels.sms.enabled}
            isDisabled={change.isPending}
            onChange={(enabled) => set({ channels: { sms: { enabled } } })}
          >
            <Trans>Text messages</Trans>
          </Switch>
        </Row>
        <Row>
          <Switch
            isSelected={channels.email.enabled}
            isDisabled={change.isPending}
            onChange={(enabled) => set({ channels: { email: { enabled } } })}
          >
            <Trans>E-mail</Trans>
          </Switch>
        </Row>
      </Group>
      <QuietHours
        quietHours={quietHours}
        isPending={change.isPending}
        onChange={(hours) => set({ quietHours: hours })}
      />
      <PerHolder perHolder={perHolder} isPending={change.isPending} onChange={(entry) => set({ perHolder: [entry] })} />
    </div>
  )
}

function PerHolder({
  perHolder,
  isPending,
  onChange,
}: {
  readonly perHolder: Preferences['perHolder']
  readonly isPending: boolean
  readonly onChange: (entry: Preferences['perHolder'][number]) => void
}) {
  const { t } = useLingui()
  const lists = [useQuery(ahead()).data, useQuery(earlier()).data]
  const names = new Map(
    lists
      .flatMap((list) => list?.items ?? [])
      .map(({ platformHolder }) => [platformHolder.id, platformHolder.displayName]),
  )
  // Organizations without an appointment in the last year are left out: no message comes from them.
  return perHolder
    .filter(({ platformHolderId }) => names.has(platformHolderId))
    .map((entry) => (
      <Group key={entry.platformHolderId} title={names.get(entry.platformHolderId) ?? ''}>
        <Row>
          <Switch
            isSelected={entry.smsEnabled}
            isDisabled={isPending}
            onChange={(smsEnabled) => onChange({ ...entry, smsEnabled })}
          >
            {t`Text messages`}
          </Switch>
        </Row>
        <Row>
          <Switch
            isSelected={entry.emailEnabled}
            isDisabled={isPending}
            onChange={(emailEnabled) => onChange({ ...entry, emailEnabled })}
          >
            {t`E-mail`}
          </Switch>
        </Row>
      </Group>
    ))
}
