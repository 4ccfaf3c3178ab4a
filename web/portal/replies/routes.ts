import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/data/skeleton.tsx'
import { shellRoute } from '../root-route.tsx'
import { PartError } from '../shell/page-error.tsx'
import type { ReplySearch } from './reply-queries.ts'

const repliesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/replies',
  validateSearch: ({ list, pageToken }: Record<string, unknown>): ReplySearch => ({
    list: list === 'mine' || list === 'done' ? list : undefined,
    pageToken: typeof pageToken === 'string' ? pageToken : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, holder }, deps }) =>
    queryClient.ensureQueryData((await import('./reply-queries.ts')).replyList(holder, deps)),
  component: lazyRouteComponent(() => import('./reply-list-page.tsx'), 'ReplyListPage'),
  pendingComponent: PageSkeleton,
})

const replyRoute = createRoute({
  getParentRoute: () => repliesRoute,
  path: '$replyId',
  loader: async ({ context: { queryClient, holder }, params: { replyId } }) =>
    queryClient.ensureQueryData((await import('./reply-queries.ts')).oneReply(holder, replyId)),
  component: lazyRouteComponent(() => import('./reply-panel.tsx'), 'ReplyPanel'),
  pendingComponent: PageSkeleton,
  errorComponent: PartError,
})

export const replyRoutes = [repliesRoute.addChildren([replyRoute])] as const
