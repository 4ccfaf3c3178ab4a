import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { useHolder, useProfile } from '../holder.ts'
import { appointmentTypes } from '../setup/types/type-queries.ts'
import type { Grouping } from './delivery-search.ts'

/** What the groups of the report are called. */
export function useGroupNames(by: Grouping): (key: string) => string {
  const { t, i18n } = useLingui()
  const { defaultLocale } = useProfile()
  const { data: types } = useQuery({ ...appointmentTypes(useHolder()), enabled: by === 'appointmentType' })
  return (key) => {
    if (key === 'other') return t`Small groups together`
    if (by === 'appointmentType') {
      if (key === 'none') return t`Without a type`
      const name: Readonly<Record<string, string | undefined>> = types?.items.find(({ id }) => id === key)?.name ?? {}
      return name[currentLocale()] ?? name[defaultLocale] ?? Object.values(name)[0] ?? t`A former type`
    }
    const known = by === 'channel' ? channels[key] : leadTimes[key]
    if (known) return i18n._(known)
    return by === 'locale' && key in languageNames ? languageNames[key as keyof typeof languageNames] : t`No message`
  }
}

const channels: Readonly<Record<string, MessageDescriptor>> = { sms: msg`Text message`, email: msg`E-mail` }

/** How long before its start an appointment was made. */
const leadTimes: Readonly<Record<string, MessageDescriptor>> = {
  '<1d': msg`Less than a day`,
  '1-2d': msg`1 or 2 days`,
  '3-7d': msg`3 to 7 days`,
  '8-14d': msg`8 to 14 days`,
  '15-30d': msg`15 to 30 days`,
  '>30d': msg`More than 30 days`,
}
