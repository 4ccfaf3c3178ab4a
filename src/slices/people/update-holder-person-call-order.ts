import { none, operation } from '#/kernel/operation.ts'
import { strictObject } from '#/kernel/schema.ts'
import { orderEntriesByStart } from '#/slices/appointments/appointments.ts'
import { findEntries } from './entry-store.ts'
import { IsOrderedByStartOnly } from './person-detail.ts'
import { personExample, personParams } from './person-view.ts'

export const updateHolderPersonCallOrder = operation({
  operationId: 'updateHolderPersonCallOrder',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/people/{personId}/call-order',
  tag: 'People',
  summary: 'Say whether a person objects to the order of the call list',
  description:
    'For whoever objects (GDPR, article 21): among those who did not answer they then stand by the start of their appointment alone, at all entries that are known to be the same person, and nothing that is known of them moves them. Of two changes the last one counts.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: personParams,
  query: none,
  body: strictObject({ isOrderedByStartOnly: IsOrderedByStartOnly }),
  success: [200],
  data: strictObject({ isOrderedByStartOnly: IsOrderedByStartOnly }, { title: 'PersonCallOrder' }),
  errors: [],
  example: {
    params: personExample,
    body: { isOrderedByStartOnly: true },
    data: { isOrderedByStartOnly: true },
  },
}).handle(async (ctx, { params, body }) => {
  const entries = await findEntries(ctx.tx, params.personId)
  ctx.touch(...entries)
  orderEntriesByStart(ctx.tx, entries, body.isOrderedByStartOnly)
  return body
})
