import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { hintClass, labelClass } from '#web/ui/form/field-classes.ts'
import { useProfile } from '../../holder.ts'

/** At which locations a type is offered; renders nothing where there is no choice. */
export function LocationFields({
  value,
  onChange,
}: {
  /** Empty means all. */
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
}) {
  const { t } = useLingui()
  const locations = useProfile().schedulingSetup?.locations ?? []
  const known = locations.map(({ id }) => id)
  const chosen = value.length === 0 ? known : known.filter((id) => value.includes(id))
  // The one that is left may not be among those chosen before.
  if (known.length < 2 && chosen.length === known.length) return null
  const choose = (id: string, isOn: boolean) => {
    const ids = known.filter((one) => (one === id ? isOn : chosen.includes(one)))
    if (ids.length > 0) onChange(ids.length === known.length ? [] : ids)
  }
  return (
    <fieldset aria-label={t`Locations`} className="flex flex-col gap-2">
      <p className={labelClass}>{t`Locations`}</p>
      {locations.map(({ id, name }) => (
        <Checkbox key={id} isSelected={chosen.includes(id)} onChange={(isOn) => choose(id, isOn)}>
          {name}
        </Checkbox>
      ))}
      <p
        className={hintClass}
      >{t`Choose at least one. Where all are chosen, a new location is added automatically.`}</p>
    </fieldset>
  )
}
