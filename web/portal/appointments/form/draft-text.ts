import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { FieldText } from '#web/ui/change/differences.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { formatDate, formatTimeOfDay } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { activeTypes, typeName } from '../../setup/types/type-queries.ts'
import type { Draft } from './appointment-draft.ts'
import { ofTextFacts, textFacts } from './text-facts.ts'

/** An appointment in words, as it is typed, field by field. */
export function useDraftText(): FieldText<Draft> {
  const { t, i18n } = useLingui()
  const { schedulingSetup, defaultLocale, defaultTimezone } = useProfile()
  const { data } = useQuery(activeTypes(useHolder()))
  const locale = currentLocale()
  return {
    name: { name: t({ message: 'Name', context: 'of a person' }), text: ({ name }) => name },
    phone: { name: t`Mobile number`, text: ({ phone }) => phone },
    email: { name: t`E-mail address`, text: ({ email }) => email },
    language: {
      name: t`Language of the messages`,
      text: ({ language }) =>
        language === 'organization' ? t`The organization’s language` : language === '' ? '' : languageNames[language],
    },
    // A day without a zone.
    day: { name: t`Day`, text: ({ day }) => (day === null ? '' : formatDate(`${day}T12:00Z`, locale, 'UTC')) },
    time: { name: t`Time`, text: ({ time }) => (time === null ? '' : formatTimeOfDay(time, locale, defaultTimezone)) },
    minutes: { name: t`Minutes`, text: ({ minutes }) => minutes },
    typeId: {
      name: t`Appointment type`,
      text: ({ typeId }) => {
        const type = data?.items.find(({ id }) => id === typeId)
        return type ? typeName(type.name, locale, defaultLocale) : typeId
      },
    },
    locationId: {
      name: t`Location`,
      text: ({ locationId }) => schedulingSetup?.locations.find(({ id }) => id === locationId)?.name ?? locationId,
    },
    ...ofTextFacts((fact) => ({ name: i18n._(textFacts[fact].name), text: (draft: Draft) => draft[fact] })),
  }
}
