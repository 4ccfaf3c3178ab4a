import { useLingui } from '@lingui/react/macro'
import { latinDigits } from '#web/ui/form/latin-digits.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { fieldNames } from './fault-texts.ts'
import { fields } from './file/columns.ts'
import type { Mapping } from './file/map-row.ts'

/** Says which column holds which field. */
export function ColumnsForm({
  header,
  mapping,
  onChange,
}: {
  readonly header: readonly string[]
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}) {
  const { t, i18n } = useLingui()
  const { columns, dayOrder, minutes } = mapping
  const choices = [
    { id: '', name: t`None` },
    ...header.map((name, index) => ({ id: String(index), name: name || t`Column ${index + 1}` })),
  ]
  return (
    <>
      {fields.map((field) => (
        <Select
          key={field}
          label={i18n._(fieldNames[field])}
          choices={choices}
          value={String(columns[field] ?? '')}
          onChange={(id) => onChange({ ...mapping, columns: { ...columns, [field]: id === '' ? null : Number(id) } })}
        />
      ))}
      <Select
        label={t`Date format`}
        choices={[
          { id: 'dmy', name: t`Day first, 24-11-2026` },
          { id: 'mdy', name: t`Month first, 11/24/2026` },
        ]}
        value={dayOrder}
        onChange={(order) => onChange({ ...mapping, dayOrder: order })}
      />
      {columns.end === null && columns.minutes === null && (
        <TextField
          label={t`Minutes per appointment`}
          inputMode="numeric"
          value={minutes === 0 ? '' : String(minutes)}
          onChange={(typed) =>
            onChange({ ...mapping, minutes: Number(latinDigits(typed).replaceAll(/\D/g, '').slice(0, 4)) })
          }
        />
      )}
    </>
  )
}
