import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, nullable, strictObject } from '#/kernel/schema.ts'
import { CompanyLookupProgress, toProgress } from './lookup-progress.ts'
import { findLookup } from './store.ts'

export const getHolderCompanyProgress = operation({
  operationId: 'getHolderCompanyProgress',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/companies/progress',
  tag: 'Company lookup',
  summary: 'Read the progress of your latest company look-up',
  description:
    'Poll this while a look-up runs; `progress` is null before your first. Only the latest look-up is kept, without its search terms or results.',
  role: 'platform_holder_user',
  scope: 'company:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'onboarding' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    { progress: described(nullable(CompanyLookupProgress), 'Your latest look-up; null when there was none.') },
    { title: 'LatestCompanyLookup' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    data: {
      progress: {
        requestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11',
        status: 'running',
        phase: 'search',
        startedAt: '2026-12-03T13:30:00.000Z',
        updatedAt: '2026-12-03T13:30:00.000Z',
        completedAt: '',
        errorCode: '',
      },
    },
  },
}).handle(async (ctx) => {
  const row = await findLookup(ctx.tx, ctx.identity.actorId)
  return { progress: row && toProgress(row, ctx.now) }
})
