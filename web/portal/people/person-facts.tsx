import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { formatDate } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { languageNames } from '#web/ui/language/locales.ts'
import { useProfile } from '../holder.ts'
import { CorrectContact } from './correct-contact.tsx'
import type { Person } from './people-queries.ts'
import { May } from '../may.tsx'

/** How to reach a person, in which language they are written to, and which channels are closed. */
export function PersonFacts({ person }: { readonly person: Person }) {
  const { t } = useLingui()
  const { phoneNumberE164, email, locale, optOuts } = person
  return (
    <>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        <Fact name={t`Telephone`}>
          {phoneNumberE164 === null ? (
            <None />
          ) : (
            <a href={`tel:${phoneNumberE164}`} dir="ltr" className="underline-offset-2 hover:underline">
              {phoneNumberE164}
            </a>
          )}
        </Fact>
        <Fact name={t`E-mail`}>
          {email === null ? (
            <None />
          ) : (
            <a href={`mailto:${email}`} className="wrap-anywhere underline-offset-2 hover:underline">
              {email}
            </a>
          )}
        </Fact>
        <Fact name={t`Language`}>
          {locale === null ? <Trans>The organization’s language</Trans> : languageNames[locale]}
        </Fact>
        {optOuts.map((optOut) => (
          <Fact key={optOut.channel} name={optOut.channel === 'sms' ? t`No text messages` : t`No e-mail`}>
            <OptOut {...optOut} />
          </Fact>
        ))}
      </dl>
      <div className="mt-3">
        <May scope="appointments:write">
          <CorrectContact person={person} />
        </May>
      </div>
    </>
  )
}

function OptOut({ source, since }: Person['optOuts'][number]) {
  const { i18n } = useLingui()
  const { defaultTimezone } = useProfile()
  return (
    <>
      {i18n._(sources[source])}
      {since !== null && (
        <span className="block text-xs text-muted">{formatDate(since, currentLocale(), defaultTimezone)}</span>
      )}
    </>
  )
}

const sources = {
  sms_reply: msg`Replied STOP to a text message`,
  list_unsubscribe: msg`Unsubscribed by the link in an e-mail`,
  staff: msg`By your staff`,
  provider: msg`Told the telephone company to stop them`,
  app: msg`Switched them off in the app`,
  erasure: msg`Their data were erased`,
} as const satisfies Record<Person['optOuts'][number]['source'], unknown>

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4 px-4 py-3">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function None() {
  return (
    <span className="text-muted">
      <Trans>None</Trans>
    </span>
  )
}
