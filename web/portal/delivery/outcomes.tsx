import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatCount, formatShare } from '#web/ui/numbers.ts'
import type { Report } from './delivery-queries.ts'

/** Outcomes of the appointments; first how many are known, because the other figures depend on it. */
export function Outcomes({ totals }: { readonly totals: Report['totals'] }) {
  const { t } = useLingui()
  const locale = currentLocale()
  const { appointments, started, outcomeRecorded, reached, answered, cancelledEarly, noShow } = totals
  const count = (value: number) => formatCount(value, locale)
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-5">
        <Figure name={t`Outcome noted`} figure={formatShare(outcomeRecorded, started, locale)}>
          <Trans>
            {count(outcomeRecorded)} of {count(started)} that have begun
          </Trans>
        </Figure>
        <Figure name={t`Did not attend`} figure={formatShare(noShow, outcomeRecorded, locale)}>
          <Trans>
            {count(noShow)} of {count(outcomeRecorded)} noted
          </Trans>
        </Figure>
        <Figure name={t`Reached`} figure={formatShare(reached, appointments, locale)}>
          <Trans>
            {count(reached)} of {count(appointments)} appointments
          </Trans>
        </Figure>
        <Figure name={t`Answered`} figure={formatShare(answered, appointments, locale)}>
          <Trans>
            {count(answered)} of {count(appointments)} appointments
          </Trans>
        </Figure>
        <Figure name={t`Cancelled early`} figure={count(cancelledEarly)}>
          <Trans>more than a day ahead</Trans>
        </Figure>
      </dl>
      {outcomeRecorded < started && (
        <p className="mt-2 text-xs text-muted">
          <Trans>Whether somebody attended is known only where it was noted with the appointment.</Trans>
        </p>
      )}
    </>
  )
}

function Figure({
  name,
  figure,
  children,
}: {
  readonly name: string
  readonly figure: string
  readonly children: ReactNode
}) {
  return (
    <div className="bg-surface px-4 py-3 max-md:last:col-span-2">
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        <span className="block text-xl font-semibold tracking-tight tabular-nums">{figure}</span>
        <span className="block text-xs text-muted">{children}</span>
      </dd>
    </div>
  )
}
