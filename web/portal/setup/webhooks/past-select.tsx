import { useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/form/select.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatSpan } from '#web/ui/numbers.ts'
import type { Past } from './webhook-queries.ts'

/** Of how long: an hour to the thirty days that are kept. Where it is optional, also all. */
export function PastSelect({
  value,
  onChange,
  name,
  isOptional = false,
}: {
  readonly value: Past | undefined
  readonly onChange: (past: Past | undefined) => void
  readonly name?: string
  readonly isOptional?: boolean
}) {
  const { t } = useLingui()
  const span = (count: number, unit: 'hour' | 'day') => formatSpan(count, unit, currentLocale())
  return (
    <Select<Past | 'any'>
      label={t`Of the past`}
      {...(name === undefined ? {} : { name })}
      choices={[
        ...(isOptional ? [{ id: 'any' as const, name: t`All` }] : []),
        { id: 'hour', name: span(1, 'hour') },
        { id: 'day', name: span(24, 'hour') },
        { id: 'week', name: span(7, 'day') },
        { id: 'month', name: span(30, 'day') },
      ]}
      value={value ?? 'any'}
      onChange={(past) => onChange(past === 'any' ? undefined : past)}
    />
  )
}
