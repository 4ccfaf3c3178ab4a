import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { part } from '#web/api/part.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { billingStatus } from '../account/billing/billing-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { appointmentTypes } from '../setup/types/type-queries.ts'
import type { WizardStepId } from './wizard-steps.ts'

const steps = () => part(() => import('./wizard-steps.ts'))

const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome',
  loader: async ({ context: { queryClient, holder } }) => {
    const { firstUnfinished, onboarding } = await steps()
    const step = firstUnfinished(await queryClient.fetchQuery(onboarding(holder)))
    throw redirect({ to: '/welcome/$step', params: { step }, replace: true })
  },
  pendingComponent: PageSkeleton,
})

const stepRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome/$step',
  params: {
    // The loader refuses all others.
    parse: ({ step }) => ({ step: step as WizardStepId }),
  },
  loader: async ({ context: { queryClient, holder }, params: { step } }) => {
    const { isWizardStep, onboarding } = await steps()
    if (!isWizardStep(step)) throw notFound()
    await Promise.all([
      queryClient.ensureQueryData(onboarding(holder)),
      step === 'payment' && queryClient.ensureQueryData(billingStatus(holder)),
      step === 'type' && queryClient.ensureQueryData(appointmentTypes(holder)),
    ])
  },
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})

export const welcomeRoutes = [welcomeRoute, stepRoute] as const
