import { currentLocale } from '#web/ui/language/i18n.tsx'
import { intlTag } from '#web/ui/time/dates.ts'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import type { Choice } from '#web/ui/form/select.tsx'

/** Countries of the world by their names in the language of the page. */
export function countryChoices(): readonly Choice[] {
  const names = new Intl.DisplayNames([intlTag(currentLocale())], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((id) => {
      const name = names.of(id)
      return name === undefined ? [] : [{ id, name }]
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale()))
}

/** Codes that have a name but are not countries. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

export function timeZoneChoices(current: string): readonly Choice[] {
  return withCurrent(
    Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: id.replaceAll('_', ' ') })),
    current,
  )
}

/** Our languages, and the present choice if it is a narrower one, such as `nl-BE`. */
export function localeChoices(current: string): readonly Choice[] {
  return withCurrent(languageChoices, current)
}

function withCurrent(choices: readonly Choice[], current: string): readonly Choice[] {
  return choices.some(({ id }) => id === current) ? choices : [{ id: current, name: current }, ...choices]
}
