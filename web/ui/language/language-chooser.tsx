import { useLingui } from '@lingui/react/macro'
import { Select } from '#web/ui/form/select.tsx'
import { changeLocale, currentLocale } from './i18n.tsx'
import { languageChoices } from './language-choices.ts'

/** The language of this device, for whoever is not signed in. */
export function LanguageChooser() {
  const { t } = useLingui()
  return <Select label={t`Language`} choices={languageChoices} value={currentLocale()} onChange={changeLocale} />
}
