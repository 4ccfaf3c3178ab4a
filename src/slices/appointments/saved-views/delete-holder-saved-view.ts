import { AppError } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, ResourceId, strictObject } from '#/kernel/schema.ts'
import { appointmentExample } from '#/slices/appointments/reading/appointment-view.ts'
import { savedViewExample } from './saved-view.ts'
import { deleteSavedView } from './store.ts'

export const deleteHolderSavedView = operation({
  operationId: 'deleteHolderSavedView',
  method: 'DELETE',
  path: '/platform-holders/{platformHolderId}/saved-views/{viewId}',
  tag: 'Appointments',
  summary: 'Delete a view you keep',
  description: 'It takes no appointments with it. A view that is not yours, or was deleted before, is 404.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  isOwnPreference: true,
  params: strictObject({ platformHolderId: HolderPathId, viewId: described(ResourceId, 'The view.') }),
  query: none,
  body: null,
  success: [200],
  data: strictObject({ id: described(Identifier, 'The view that is gone.') }, { title: 'DeletedView' }),
  errors: [],
  example: {
    params: { platformHolderId: appointmentExample.platformHolderId, viewId: savedViewExample.id },
    data: { id: savedViewExample.id },
  },
}).handle(async (ctx, { params: { viewId } }) => {
  if (!(await deleteSavedView(ctx.tx, ctx.identity.actorId, viewId))) throw new AppError('NOT_FOUND')
  ctx.touch(viewId)
  return { id: viewId }
})
