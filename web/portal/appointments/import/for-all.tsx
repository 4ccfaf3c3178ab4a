import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { activeTypes, typeName } from '../../setup/types/type-queries.ts'

/** Empty for none. */
export type Common = { readonly typeId: string; readonly locationId: string }

/** What every appointment of the file gets. */
export function ForAll({ value, onChange }: { readonly value: Common; readonly onChange: (value: Common) => void }) {
  const { t } = useLingui()
  const { schedulingSetup, defaultLocale } = useProfile()
  const { data } = useQuery(activeTypes(useHolder()))
  const locale = currentLocale()
  const types = data?.items ?? []
  const locations = schedulingSetup?.locations ?? []
  if (types.length === 0 && locations.length === 0) return null
  return (
    <>
      {types.length > 0 && (
        <Select
          label={t`Appointment type for all rows`}
          choices={[
            { id: '', name: t`None` },
            ...types.map(({ id, name }) => ({ id, name: typeName(name, locale, defaultLocale) })),
          ]}
          value={value.typeId}
          onChange={(typeId) => onChange({ ...value, typeId })}
        />
      )}
      {locations.length > 0 && (
        <Select
          label={t`Location for all rows`}
          choices={[{ id: '', name: t`None` }, ...locations.map(({ id, name }) => ({ id, name: name || id }))]}
          value={value.locationId}
          onChange={(locationId) => onChange({ ...value, locationId })}
        />
      )}
    </>
  )
}
