import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { billingStatus } from './billing-queries.ts'
import { billingFailures, billingStates, paymentMethods } from './billing-text.ts'
import { PaymentSetup } from './payment-setup.tsx'

/** How the organization pays, and setting it up. */
export function BillingTab() {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(billingStatus(useHolder()))
  return (
    <Page title={t`Billing`}>
      <div className="grid gap-x-10 lg:grid-cols-2">
        <Section title={t`How you pay`}>
          <BillingFacts />
        </Section>
        <Section title={data.status === 'active' ? t`Change payment method` : t`Set up payment`}>
          <PaymentSetup />
        </Section>
      </div>
    </Page>
  )
}

export function BillingFacts() {
  const { t, i18n } = useLingui()
  const { data } = useSuspenseQuery(billingStatus(useHolder()))
  const { defaultTimezone } = useProfile()
  const { status, method, failureCode, paymentProvider, consentRecordedAt, lastEventAt } = data
  const when = (instant: string) => formatDateTime(instant, currentLocale(), defaultTimezone)
  const { tone, name, text } = billingStates[status]
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
      <Fact name={t`Status`}>
        <span role="status">
          <StatusPill tone={tone}>{i18n._(name)}</StatusPill>
          <span className="mt-1 block text-muted">
            {i18n._(text)} {failureCode !== null && i18n._(billingFailures[failureCode])}
          </span>
        </span>
      </Fact>
      {method && (
        <Fact name={t`Payment method`}>
          {i18n._(paymentMethods[method.type])}{' '}
          <span dir="ltr" className="text-muted">
            {method.label}
          </span>
          {method.validUntil && (
            <span className="block text-muted">
              <Trans>until {method.validUntil}</Trans>
            </span>
          )}
        </Fact>
      )}
      {paymentProvider && (
        <Fact name={t`Payment service`}>
          <span className="capitalize">{paymentProvider}</span>
        </Fact>
      )}
      {consentRecordedAt && <Fact name={t`Agreed`}>{when(consentRecordedAt)}</Fact>}
      {lastEventAt && <Fact name={t`Last message from the payment service`}>{when(lastEventAt)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
