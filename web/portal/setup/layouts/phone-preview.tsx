import { I18nProvider } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Answers } from '#web/ui/appointment/answers.tsx'
import { AppointmentCard } from '#web/ui/appointment/appointment-card.tsx'
import { CalendarButton } from '#web/ui/appointment/calendar-button.tsx'
import { BigButton } from '#web/ui/button/big-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { later } from '#web/ui/later.tsx'
import { languageChoices } from '#web/ui/language/language-choices.ts'
import { closestLocale, directionOf } from '#web/ui/language/locales.ts'
import { useProfile } from '../../holder.ts'
import type { PreviewSearch } from '../reminders/preview-queries.ts'
import { schemaVersion, type Component, type Layout } from './layout-queries.ts'
import { textsIn } from './preview-texts.ts'
import { useExample } from './use-example.ts'

const AppointmentRow = later(async () => (await import('#web/ui/appointment/appointment-row.tsx')).AppointmentRow)

/** The layout on a telephone, in the viewer's language. */
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
        <Select
          label={t`Language`}
          choices={languageChoices}
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
              <Screen surface={surface} components={components} />
            </I18nProvider>
          )}
        </div>
      </div>
    </section>
  )
}

/** The app's own component, with an example appointment. */
function Screen({
  surface,
  components,
}: {
  readonly surface: Layout['surface']
  readonly components: readonly Component[]
}) {
  const appointment = useExample()
  const layout = { schemaVersion, components: [...components] }
  if (surface === 'appointment_list')
    return (
      <div inert className="[zoom:0.8]">
        <AppointmentRow appointment={appointment} layout={layout} />
      </div>
    )
  return (
    <div inert className="[zoom:0.8]">
      <AppointmentCard
        appointment={appointment}
        layout={layout}
        doing={{
          actions: (
            <Answers
              isConfirmed={false}
              allowed={['confirm', 'cancel_request', 'reschedule_request']}
              asking={(_, words) => <BigButton>{words}</BigButton>}
            />
          ),
          calendar_link: <CalendarButton />,
        }}
      />
    </div>
  )
}
