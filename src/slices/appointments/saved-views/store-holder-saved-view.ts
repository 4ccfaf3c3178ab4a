import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import { SavedFilters, SavedView, savedViewExample, SavedViewName, savedViewsMax } from './saved-view.ts'
import { storeSavedView } from './store.ts'

export const storeHolderSavedView = operation({
  operationId: 'storeHolderSavedView',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/saved-views',
  tag: 'Appointments',
  summary: 'Keep filters under a name',
  description: `A view of the same name gets the new filters, so sending it again changes nothing. You can keep ${savedViewsMax}. They are yours alone, and are erased when you leave the organization.`,
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  isOwnPreference: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({ name: SavedViewName, filters: SavedFilters }),
  success: [200],
  data: SavedView,
  errors: ['STATE_CONFLICT'],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId },
    body: { name: savedViewExample.name, filters: savedViewExample.filters },
    data: savedViewExample,
  },
}).handle(async (ctx, { body: { name, filters } }) => {
  const stored = await storeSavedView(ctx.tx, ctx.identity.actorId, { id: newId(), name, filters })
  if (stored === null)
    throw new AppError('STATE_CONFLICT', {
      message: `You keep ${savedViewsMax} views. Delete one that is no longer used, then keep this one.`,
    })
  ctx.touch(stored.id)
  return stored
})
