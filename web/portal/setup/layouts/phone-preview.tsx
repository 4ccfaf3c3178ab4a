import { I18nProvider } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ComboBox } from '#web/ui/form/select.tsx'
import { closestLocale, directionOf, languageNames, locales, type Locale } from '#web/ui/locales.ts'
import { useProfile } from '../../holder.ts'
import type { PreviewSearch } from '../reminders/preview-queries.ts'
import { componentNames } from './component-text.ts'
import { ExamplePart } from './example-part.tsx'
import type { Component, Layout } from './layout-queries.ts'
import { textsIn } from './preview-texts.ts'

/** The layout on a telephone, in the language of whoever looks at it. */
export function PhonePreview({
  surface,
  components,
}: {
  readonly surface: Layout['surface']
  readonly components: readonly Component[]
}) {
  const { t } = useLingui()
  const search: PreviewSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { defaultLocale } = useProfile()
  const locale = search.lang ?? closestLocale(defaultLocale) ?? 'nl'
  const { data: texts } = useQuery(textsIn(locale))
  return (
    <section aria-label={t`Preview`} className="lg:sticky lg:top-6 lg:self-start">
      <div className="mb-4">
        <ComboBox
          label={t`Language`}
          choices={locales.map((id) => ({ id, name: languageNames[id] }))}
          value={locale}
          onChange={(lang) =>
            void navigate({ to: '.', search: (before: PreviewSearch) => ({ ...before, lang }), replace: true })
          }
        />
      </div>
      <div className="mx-auto max-w-80 rounded-[2rem] border border-line-strong bg-sunken p-2.5">
        <div
          lang={locale}
          dir={directionOf(locale)}
          className={`rounded-[1.4rem] bg-canvas px-3 pt-6 pb-8 ${surface === 'appointment_list' ? 'min-h-72' : 'min-h-120'}`}
        >
          {texts && (
            <I18nProvider i18n={texts}>
              <Screen components={components} locale={texts.locale as Locale} />
            </I18nProvider>
          )}
        </div>
      </div>
    </section>
  )
}

function Screen({ components, locale }: { readonly components: readonly Component[]; readonly locale: Locale }) {
  const { i18n } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4 rounded-lg border border-line bg-surface p-4 shadow-raised">
      {components
        .filter(({ visible }) => visible)
        .map((component) => (
          <div key={component.componentId} className={`min-w-0 ${component.width === 'half' ? '' : 'col-span-2'}`}>
            {component.options.showLabel && (
              <p className="mb-0.5 text-xs text-muted">{i18n._(componentNames[component.type])}</p>
            )}
            <ExamplePart component={component} locale={locale} />
          </div>
        ))}
    </div>
  )
}
