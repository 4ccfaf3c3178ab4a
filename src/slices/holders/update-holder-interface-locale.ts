import { none, operation } from '#/kernel/operation.ts'
import { ResourceId, strictObject } from '#/kernel/schema.ts'
import { storeInterfaceLocale } from '#/slices/access/access.ts'
import { InterfaceLocale } from './get-holder-interface-locale.ts'
import { profileExample } from './profile.ts'

export const updateHolderInterfaceLocale = operation({
  operationId: 'updateHolderInterfaceLocale',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/interface-locale',
  tag: 'Platform holder',
  summary: 'Choose your interface language',
  description: 'Stores only your own preference. An open web session may need a reload to show it.',
  role: 'platform_holder_user',
  scope: 'profile:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'profiles' },
  target: { readBy: 'getHolderInterfaceLocale', shows: [] },
  params: strictObject({ platformHolderId: ResourceId }),
  query: none,
  body: strictObject({ locale: InterfaceLocale }),
  success: [200],
  data: strictObject({ locale: InterfaceLocale }),
  errors: [],
  example: { params: { platformHolderId: profileExample.id }, body: { locale: 'nl' }, data: { locale: 'nl' } },
}).handle(async (ctx, { body }) => {
  await storeInterfaceLocale(ctx.tx, ctx.platformHolderId, ctx.identity.actorId, body.locale)
  return { locale: body.locale }
})
