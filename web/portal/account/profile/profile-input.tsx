import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { countryChoices, localeChoices, timeZoneChoices } from './choices.ts'
import { profileFields, type ProfileFieldId, type ProfileValues } from './profile-fields.ts'

export function ProfileInput({
  id,
  value,
  onChange,
}: {
  readonly id: ProfileFieldId
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t, i18n } = useLingui()
  const { label, hint, kind, isRequired } = profileFields[id]
  const field = { name: id, label: i18n._(label), hint: hint && i18n._(hint), value, onChange }
  const choices = useMemo(() => choicesOf(kind, value), [kind, value])
  if (kind === 'branch') {
    const branches = [
      { id: '', name: t`Not chosen` },
      { id: 'Zorg', name: t`Healthcare` },
      { id: 'Ziekenhuizen', name: t`Hospitals` },
      { id: 'Zakelijke dienstverlening', name: t`Business services` },
      { id: 'Horeca', name: t`Hospitality` },
    ] as const satisfies readonly { id: ProfileValues['branch']; name: string }[]
    return <Select {...field} value={branches.find((one) => one.id === value)?.id ?? ''} choices={branches} />
  }
  if (choices) return <Select {...field} choices={choices} />
  return <TextField {...field} type={kind === 'email' || kind === 'tel' ? kind : 'text'} isRequired={isRequired} />
}

function choicesOf(kind: (typeof profileFields)[ProfileFieldId]['kind'], value: string) {
  if (kind === 'country') return countryChoices()
  if (kind === 'locale') return localeChoices(value)
  return kind === 'timezone' ? timeZoneChoices(value) : null
}
