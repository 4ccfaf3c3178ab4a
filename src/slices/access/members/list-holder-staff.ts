import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { staffExample, StaffMember, staffParamsExample, toStaffMember } from './member.ts'
import { listStaff } from './member-store.ts'

export const listHolderStaff = operation({
  operationId: 'listHolderStaff',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/staff',
  tag: 'Access',
  summary: 'List the staff',
  description:
    'Only from a browser session. Everybody who works here, then who was invited, then who left; each by e-mail address. Programs are under service accounts.',
  role: 'platform_holder_user',
  scope: 'access:read',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(StaffMember),
  errors: ['BROWSER_SESSION_REQUIRED', 'PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: staffParamsExample.platformHolderId },
    query: { pageSize: '100' },
    data: { items: [staffExample], nextPageToken: null },
  },
}).handle(async ({ tx, identity }, { page }) => {
  const rows = await listStaff(tx, page.after, page.size)
  const { items, nextPageToken } = page.finish(rows, (row) => [String(row.rank), row.email])
  return { items: items.map((row) => toStaffMember(row, identity.actorId)), nextPageToken }
})
