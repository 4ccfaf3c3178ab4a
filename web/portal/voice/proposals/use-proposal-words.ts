import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { enumeration } from '#web/ui/enumeration.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { intlTag, isLocale, languageNames } from '#web/ui/language/locales.ts'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { offsetWords } from '../../setup/reminders/offset.ts'
import { useStepsText } from '../../setup/reminders/policy-text.ts'
import { appointmentTypes, typeName } from '../../setup/types/type-queries.ts'
import type { Proposal } from './proposal-card.tsx'
import { fieldAt, type ProposalField } from './proposal-fields.ts'
import { proposalNames } from './proposal-names.ts'

/** A proposal in the words of the portal: what it does, what its paths are called, and their values as forms show them. */
export function useProposalWords({ operationId, timezone, about, changes }: Proposal) {
  const { t, i18n } = useLingui()
  const holder = useHolder()
  const { defaultTimezone, schedulingSetup, defaultLocale } = useProfile()
  const paths = [...about, ...changes].map(({ path }) => path)
  const { data: types } = useQuery({ ...appointmentTypes(holder), enabled: paths.includes('appointmentTypeId') })
  const stepsText = useStepsText()
  const locale = currentLocale()
  const { title, fields = {} } = proposalNames[operationId] ?? {}
  const said = (message: MessageDescriptor) => i18n._(message)

  /** `Reminder 2 › Channel`: the names of the parts of a path, from the last number in it. */
  function nameOf(path: string): string {
    let names: string[] = []
    path.split('.').forEach((part, index, parts) => {
      const field = fieldAt(fields, parts.slice(0, index + 1).join('.'))
      if (!field) return
      if (/^\d+$/.test(part)) names = [`${said(field.name)} ${Number(part) + 1}`]
      else names.push(field.as === 'texts' && isLocale(part) ? languageNames[part] : said(field.name))
    })
    return names.join(' › ') || path
  }

  function textOf(path: string, value: unknown): string {
    return textIn(fieldAt(fields, path), value)
  }

  function textIn(field: ProposalField | undefined, value: unknown): string {
    if (value === null || (Array.isArray(value) && value.length === 0)) return field?.none ? said(field.none) : '–'
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (Array.isArray(value)) return enumeration(value.map((item) => textIn(field, item)))
    if (typeof value === 'object') return visible(ofObject(field, value))
    const text = String(value)
    const named = field?.values?.[text]
    return named ? said(named) : visible(ofText(field, text)) || '–'
  }

  function ofObject(field: ProposalField | undefined, value: object): string {
    if (field?.as === 'texts') return typeName(value, locale, defaultLocale)
    return field?.as === 'plan' && 'steps' in value ? stepsText(value.steps as Steps) : JSON.stringify(value)
  }

  function ofText(field: ProposalField | undefined, text: string): string {
    switch (field?.as) {
      case 'instant':
        return formatDateTime(text, locale, timezone, defaultTimezone)
      case 'language':
        // A narrower one, such as `nl-BE`, as it is.
        return isLocale(text) ? languageNames[text] : text
      case 'country':
        return text && (new Intl.DisplayNames([intlTag(locale)], { type: 'region' }).of(text) ?? text)
      case 'zone':
        return text.replaceAll('_', ' ')
      case 'before':
        return t`${{ length: offsetWords(text) }} before`
      case 'type': {
        const type = types?.items.find(({ id }) => id === text)
        return type ? typeName(type.name, locale, defaultLocale) : text
      }
      case 'location':
        return schedulingSetup?.locations.find(({ id }) => id === text)?.name ?? text
      default:
        return text
    }
  }

  return { title: title ? said(title) : operationId, nameOf, textOf }
}

type Steps = Parameters<ReturnType<typeof useStepsText>>[0]

/** Without invisible characters and those that turn the direction round, which can forge what is read before confirming. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/gu, '')
}
