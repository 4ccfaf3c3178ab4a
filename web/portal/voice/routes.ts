import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '#web/api/client.ts'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { profile } from '../holder-queries.ts'
import { shellRoute } from '../root-route.tsx'

const voiceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voice',
  // Ids of the conversation's proposals, which thus outlive it and a reload.
  validateSearch: ({ proposals }: Record<string, unknown>): { proposals?: string } => ({
    proposals: typeof proposals === 'string' && /^[\w-]+(\.[\w-]+)*$/.test(proposals) ? proposals : undefined,
  }),
  loader: ({ context: { queryClient, holder } }) =>
    Promise.all([
      queryClient.ensureQueryData(profile(holder)),
      queryClient.ensureQueryData(read('getHolderVoiceCapabilities', { params: { platformHolderId: holder } })),
    ]),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./voice-page.tsx'), 'VoicePage'),
})

const proposalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voice/proposals/$proposalId',
  loader: ({ context: { queryClient, holder }, params: { proposalId } }) =>
    Promise.all([
      queryClient.ensureQueryData(profile(holder)),
      queryClient.ensureQueryData(read('getHolderVoiceProposal', { params: { platformHolderId: holder, proposalId } })),
    ]),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(() => import('./proposals/proposal-page.tsx'), 'ProposalPage'),
})

export const voiceRoutes = [voiceRoute, proposalRoute] as const
