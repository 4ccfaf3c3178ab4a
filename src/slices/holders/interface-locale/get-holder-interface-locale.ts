import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, nullable, strictObject } from '#/kernel/schema.ts'
import { locales } from '#/locales/locales.ts'
import { Locale } from '#/messages/catalogues/locales.ts'
import { findInterfaceLocale } from '#/slices/access/access.ts'
import { profileExample } from '#/slices/holders/profile.ts'

export const getHolderInterfaceLocale = operation({
  operationId: 'getHolderInterfaceLocale',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/interface-locale',
  tag: 'Platform holder',
  summary: 'Read your interface language',
  description:
    'The language you chose for yourself, or null. It is not the language of appointments, which is `defaultLocale` of the profile.',
  role: 'platform_holder_user',
  scope: 'profile:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'profiles' },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    {
      locale: described(nullable(Locale), 'The language you chose; null when you chose none.'),
      supportedLocales: Type.Array(Locale, { description: 'Every language you can choose.' }),
    },
    { title: 'InterfaceLocale' },
  ),
  errors: [],
  example: { params: { platformHolderId: profileExample.id }, data: { locale: 'nl', supportedLocales: ['nl', 'en'] } },
}).handle(async (ctx) => ({
  // Safe: only `updateHolderInterfaceLocale` writes it, from the same list.
  locale: (await findInterfaceLocale(ctx.tx, ctx.identity.actorId)) as Locale | null,
  supportedLocales: [...locales],
}))
