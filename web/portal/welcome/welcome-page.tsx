import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '#web/ui/page.tsx'
import { useHolder, useProfile } from '../holder.ts'
import { CalendarStep } from './calendar-step.tsx'
import { CompanyStep } from './company/company-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { HandInStep } from './hand-in-step.tsx'
import { LocationsStep } from './locations-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { ReviewMessage } from './review-message.tsx'
import { StepList } from './step-list.tsx'
import { TypeStep } from './type-step.tsx'
import { onboarding, wizardSteps, type WizardStepId } from './wizard-steps.ts'

const route = getRouteApi('/shell/welcome/$step')

/** Setting a new organization up, one thing at a time, until its first reminder can leave. */
export function WelcomePage() {
  const { t, i18n } = useLingui()
  const { step } = route.useParams()
  const { displayName } = useProfile()
  const { data } = useSuspenseQuery(onboarding(useHolder()))
  const name = wizardSteps.find(({ id }) => id === step)?.name
  return (
    <Page title={name ? i18n._(name) : t`Welcome`} lead={t`Setting up ${displayName}`}>
      <div className="@container">
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 @min-[43rem]:grid-cols-[14rem_minmax(0,1fr)]">
          <StepList current={step} onboarding={data} />
          <div key={step} className="max-w-2xl min-w-0">
            <ReviewMessage message={data.reviewMessage} />
            {content[step]}
          </div>
        </div>
      </div>
    </Page>
  )
}

const content: Readonly<Record<WizardStepId, ReactNode>> = {
  company: <CompanyStep />,
  contacts: (
    <ProfileStep
      step="contacts"
      fields={[
        'generalContactName',
        'communicationInboxEmail',
        'whatsappNumber',
        'financialContactName',
        'billingEmail',
      ]}
    />
  ),
  language: <ProfileStep step="language" fields={['defaultLocale', 'defaultTimezone']} />,
  locations: <LocationsStep />,
  type: <TypeStep />,
  preview: <PreviewStep />,
  payment: <PaymentStep />,
  calendar: <CalendarStep />,
  'hand-in': <HandInStep />,
}
