import { useLingui } from '@lingui/react/macro'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useProfile } from '../../holder.ts'
import { Chosen } from '../chosen.tsx'
import { eventTypes } from './event-types.ts'
import type { Webhook } from './webhook-queries.ts'

export type WebhookDraft = Pick<Webhook, 'url' | 'description' | 'eventTypes' | 'locationIds' | 'maxInFlight'>

/** Names of the fields, as the API spells them. */
export const webhookFieldNames = ['url', 'description', 'eventTypes', 'locationIds', 'maxInFlight']

/** Whether nothing is chosen where something has to be. */
export function isUnchosen({ eventTypes: types, locationIds }: WebhookDraft): boolean {
  return types?.length === 0 || locationIds?.length === 0
}

export function WebhookFields({
  draft,
  onChange,
}: {
  readonly draft: WebhookDraft
  readonly onChange: (draft: WebhookDraft) => void
}) {
  const { t } = useLingui()
  const locations = useProfile().schedulingSetup?.locations ?? []
  return (
    <>
      <TextField
        name="url"
        type="url"
        dir="ltr"
        label={t`Address`}
        hint={t`Begins with https:// and answers within 15 seconds.`}
        autoComplete="off"
        autoFocus
        isRequired
        maxLength={2048}
        value={draft.url}
        onChange={(url) => onChange({ ...draft, url })}
      />
      <TextField
        name="description"
        label={t`What it is for`}
        autoComplete="off"
        maxLength={200}
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
      />
      <Chosen
        label={t`Events`}
        all={t`All`}
        choices={eventTypes.map((type) => ({ id: type, name: type }))}
        isCode
        value={draft.eventTypes}
        onChange={(types) => onChange({ ...draft, eventTypes: types })}
      />
      {(locations.length > 1 || draft.locationIds !== null) && (
        <Chosen
          label={t`Locations`}
          all={t`All`}
          choices={locations}
          value={draft.locationIds}
          onChange={(locationIds) => onChange({ ...draft, locationIds })}
        />
      )}
      <NumberField
        name="maxInFlight"
        label={t`Calls at the same time, at most`}
        minValue={1}
        maxValue={20}
        value={draft.maxInFlight}
        onChange={(maxInFlight) => onChange({ ...draft, maxInFlight: maxInFlight ?? 10 })}
      />
    </>
  )
}
