import { useLingui } from '@lingui/react/macro'
import { Languages } from 'lucide-react'
import { changeLocale, currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames, locales, type Locale } from '#web/ui/language/locales.ts'

/** The language of whoever is not signed in. The demo around the app has a choice of its own. */
export function LanguageOfDevice() {
  const { t } = useLingui()
  if (window.parent !== window) return null
  return (
    <label className="flex min-h-11 items-center gap-1.5 text-sm text-muted">
      <Languages aria-hidden size={16} className="shrink-0" />
      <span className="sr-only">{t`Language`}</span>
      <select
        className="field-sizing-content min-h-11 max-w-44 rounded-md bg-canvas text-ellipsis"
        value={currentLocale()}
        onChange={(event) => changeLocale(event.target.value as Locale)}
      >
        {locales.map((id) => (
          <option key={id} value={id} lang={id}>
            {languageNames[id]}
          </option>
        ))}
      </select>
    </label>
  )
}
