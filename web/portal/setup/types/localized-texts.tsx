import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { IconButton } from '#web/ui/button/button.tsx'
import { useFocusAfterRemoval } from '#web/ui/form/focus-after-removal.ts'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { languageNames, locales, type Locale } from '#web/ui/language/locales.ts'
import { Menu } from '#web/ui/overlay/menu.tsx'

export type Texts = { readonly [L in Locale]?: string }

/** The same text in several languages; those that are left empty are not kept. */
export function LocalizedTexts({
  name,
  label,
  hint,
  required,
  maxLength,
  isLong = false,
  value,
  onChange,
}: {
  /** Name of the field in the API. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The language that must be filled in; null when none must. */
  readonly required: Locale | null
  readonly maxLength: number
  readonly isLong?: boolean
  readonly value: Texts
  readonly onChange: (value: Texts) => void
}) {
  const { t } = useLingui()
  const shown = locales.filter((locale) => locale === required || value[locale] !== undefined)
  const rest = locales.filter((locale) => !shown.includes(locale))
  const removal = useFocusAfterRemoval<HTMLFieldSetElement>()
  const remove = (locale: Locale) => {
    removal.note(shown.filter((one) => one !== required).indexOf(locale))
    onChange(Object.fromEntries(Object.entries(value).filter(([one]) => one !== locale)))
  }
  const Field = isLong ? TextArea : TextField
  return (
    <fieldset ref={removal.list} aria-label={label} className="flex flex-col gap-3">
      {shown.map((locale) => (
        <div key={locale} className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-start gap-2">
          <div lang={locale}>
            <Field
              name={`${name}.${locale}`}
              label={t`${label}, ${{ language: languageNames[locale] }}`}
              isRequired={locale === required}
              maxLength={maxLength}
              value={value[locale] ?? ''}
              onChange={(text) => onChange({ ...value, [locale]: text })}
              {...(locale === shown[0] && hint ? { hint } : {})}
            />
          </div>
          {locale !== required && (
            <div className="mt-6">
              <IconButton
                label={t`Remove ${{ language: languageNames[locale] }}`}
                data-focus-next
                onPress={() => remove(locale)}
              >
                <X aria-hidden size={16} />
              </IconButton>
            </div>
          )}
        </div>
      ))}
      <div data-focus-last>
        <Menu
          label={t`Languages`}
          className={buttonClass('quiet')}
          choices={rest.map((locale) => ({
            id: locale,
            name: languageNames[locale],
            lang: locale,
            onAction: () => onChange({ ...value, [locale]: '' }),
          }))}
        >
          <Plus aria-hidden size={16} />
          <Trans>Add a language</Trans>
        </Menu>
      </div>
    </fieldset>
  )
}

/** Those in some of the languages. */
export function textsIn(languages: readonly Locale[], value: Texts): Texts {
  return Object.fromEntries(Object.entries(value).filter(([locale]) => languages.some((one) => one === locale)))
}

/** The texts that are not empty. */
export function filledTexts(value: Texts): Texts {
  const entries = Object.entries(value).map(([locale, text]) => [locale, text.trim()])
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}
