import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import { SavedView, savedViewExample, savedViewsMax } from './saved-view.ts'
import { listSavedViews } from './store.ts'

export const listHolderSavedViews = operation({
  operationId: 'listHolderSavedViews',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/saved-views',
  tag: 'Appointments',
  summary: 'List the views you keep',
  description:
    'Filters of the list of appointments that you keep under a name. They are yours alone: colleagues have their own.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    { items: Type.Array(SavedView, { maxItems: savedViewsMax, description: 'Your views, by name.' }) },
    { title: 'SavedViews' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    data: { items: [savedViewExample] },
  },
}).handle(async ({ tx, identity }) => ({ items: await listSavedViews(tx, identity.actorId) }))
