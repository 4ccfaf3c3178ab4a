import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { billingStatus } from '../account/billing/billing-queries.ts'
import { shellRoute } from '../root-route.tsx'
import { appointmentTypes } from '../setup/types/type-queries.ts'
import { firstUnfinished, isWizardStep, onboarding } from './wizard-steps.ts'

const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome',
  loader: async ({ context: { queryClient, holder } }) => {
    const step = firstUnfinished(await queryClient.fetchQuery(onboarding(holder)))
    throw redirect({ to: '/welcome/$step', params: { step }, replace: true })
  },
  pendingComponent: PageSkeleton,
})

const stepRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/welcome/$step',
  params: {
    parse: ({ step }) => {
      if (!isWizardStep(step)) throw notFound()
      return { step }
    },
  },
  loader: async ({ context: { queryClient, holder }, params: { step } }) => {
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
