import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { TrailEvent, toTrailEvent, trailEventExample } from './trail-event.ts'
import { trailQuery, trailSpan } from './trail-query.ts'
import { listTrail, positionOf } from './trail-store.ts'

export const listAuditEvents = operation({
  operationId: 'listAuditEvents',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/audit-events',
  tag: 'Audit trail',
  summary: 'List who did what with the data of your organization',
  description:
    'Newest first, kept for five years, at most 31 days at a time. An entry is written with what it tells of, so it is here as soon as that was answered. Entries have ids and no values; reading this list leaves one too. Calls that were refused are not here, nor what recipients read of their own. With `action` a page can have fewer items than `pageSize`, even none, and still a `nextPageToken` to continue with.',
  role: 'platform_holder_user',
  scope: 'audit:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({ ...pageQuery, ...trailQuery }),
  body: null,
  success: [200],
  data: pageOf(TrailEvent),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05' },
    query: { subject: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', pageSize: '25' },
    data: { items: [trailEventExample], nextPageToken: null },
  },
}).handle(async (ctx, { query, page }) => {
  const { rows, searchedTo } = await listTrail(ctx.tx, { ...query, ...trailSpan(query, ctx.now) }, page)
  const { items, nextPageToken } = page.finish(rows, positionOf, searchedTo)
  return { items: items.map(toTrailEvent), nextPageToken }
})
