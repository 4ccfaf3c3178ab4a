import { useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/form/select.tsx'
import { changeLocale, currentLocale } from './i18n.tsx'
import { languageNames, locales } from './locales.ts'

/** The language of this device, for whoever is not signed in. */
export function LanguageChooser() {
  const { t } = useLingui()
  return (
    <Select
      label={t`Language`}
      choices={locales.map((id) => ({ id, name: languageNames[id] }))}
      value={currentLocale()}
      onChange={changeLocale}
    />
  )
}
