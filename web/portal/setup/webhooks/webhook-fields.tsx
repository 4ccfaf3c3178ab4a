import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useProfile } from '../../holder.ts'
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

/** All of something, or those that are ticked. */
function Chosen({
  label,
  all,
  choices,
  isCode = false,
  value,
  onChange,
}: {
  readonly label: string
  readonly all: string
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  readonly isCode?: boolean
  /** Null: all. */
  readonly value: readonly string[] | null
  readonly onChange: (value: string[] | null) => void
}) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={label}
        choices={[
          { id: 'all', name: all },
          { id: 'chosen', name: t`Only what you choose` },
        ]}
        value={value === null ? 'all' : 'chosen'}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {value !== null && (
        <div role="group" aria-label={label} className="flex flex-col gap-2 rounded-md bg-sunken px-4 py-3">
          {choices.map(({ id, name }) => (
            <Checkbox
              key={id}
              isSelected={value.includes(id)}
              onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id))}
            >
              {isCode ? (
                <code dir="ltr" className="font-mono text-xs break-all">
                  {name}
                </code>
              ) : (
                name
              )}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  )
}
