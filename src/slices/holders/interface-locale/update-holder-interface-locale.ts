import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { storeInterfaceLocale } from '#/slices/access/access.ts'
import { profileExample } from '#/slices/holders/profile.ts'

export const updateHolderInterfaceLocale = operation({
  operationId: 'updateHolderInterfaceLocale',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/interface-locale',
  tag: 'Platform holder',
  summary: 'Choose your interface language',
  description:
    'Stores only your own preference; the language of messages to recipients stays as it is. An open web session may need a reload to show it.',
  role: 'platform_holder_user',
  scope: 'profile:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'profiles' },
  target: { readBy: 'getHolderInterfaceLocale', shows: [] },
  isOwnPreference: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({ locale: described(Locale, 'The language you want to work in.') }),
  success: [200],
  data: strictObject({ locale: described(Locale, 'The language you chose.') }, { title: 'ChosenInterfaceLocale' }),
  errors: [],
  example: { params: { platformHolderId: profileExample.id }, body: { locale: 'nl' }, data: { locale: 'nl' } },
}).handle(async (ctx, { body }) => {
  await storeInterfaceLocale(ctx.tx, ctx.identity.actorId, body.locale)
  return { locale: body.locale }
})
