import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { useProfile } from '../../holder.ts'
import { Chosen } from '../chosen.tsx'
import { hasLocations, roles, roleTexts } from './role-text.ts'
import type { StaffMember } from './staff-queries.ts'

/** `locationIds` null: all. */
export type AccessDraft = Pick<StaffMember, 'staffRole' | 'includesUnassigned'> & {
  readonly locationIds: string[] | null
}

/** Names of the fields, as the API spells them. */
export const accessFieldNames = ['staffRole', 'locationIds', 'includesUnassigned']

/** Whether no location is chosen where some have to be. */
export function isPlaceMissing({ staffRole, locationIds }: AccessDraft): boolean {
  return hasLocations(staffRole) && locationIds?.length === 0
}

/** As the API takes it: who works everywhere has no locations. */
export function accessOf({ staffRole, locationIds, includesUnassigned }: AccessDraft) {
  const chosen = hasLocations(staffRole) ? (locationIds ?? []) : []
  return { staffRole, locationIds: chosen, includesUnassigned: chosen.length > 0 && includesUnassigned }
}

/** The role of somebody, each with what it may do, and where they work. */
export function AccessFields({
  draft,
  canOwn,
  onChange,
}: {
  readonly draft: AccessDraft
  /** Whether the choice of an owner is theirs. */
  readonly canOwn: boolean
  readonly onChange: (draft: AccessDraft) => void
}) {
  const { t, i18n } = useLingui()
  const locations = useProfile().schedulingSetup?.locations ?? []
  const { staffRole, locationIds } = draft
  return (
    <>
      <RadioGroup
        name="staffRole"
        label={t`Role`}
        choices={roles
          .filter((role) => canOwn || role !== 'owner' || role === staffRole)
          .map((id) => ({ id, name: i18n._(roleTexts[id].name), note: i18n._(roleTexts[id].may) }))}
        value={staffRole}
        onChange={(role) => onChange({ ...draft, staffRole: role })}
      />
      {hasLocations(staffRole) && (locations.length > 1 || locationIds !== null) && (
        <Chosen
          label={t`Locations`}
          all={t`All`}
          choices={locations}
          value={locationIds}
          onChange={(ids) => onChange({ ...draft, locationIds: ids })}
        />
      )}
      {hasLocations(staffRole) && locationIds !== null && (
        <Checkbox
          isSelected={draft.includesUnassigned}
          onChange={(includesUnassigned) => onChange({ ...draft, includesUnassigned })}
        >
          <Trans>Also appointments without a location</Trans>
        </Checkbox>
      )}
    </>
  )
}
