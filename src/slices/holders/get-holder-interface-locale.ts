import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { nullable, oneOf, ResourceId, strictObject } from '#/kernel/schema.ts'
import { locales, type Locale } from '#/messages/locales.ts'
import { findInterfaceLocale } from '#/slices/access/access.ts'
import { profileExample } from './profile.ts'

export const InterfaceLocale = oneOf(locales)

export const getHolderInterfaceLocale = operation({
  operationId: 'getHolderInterfaceLocale',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/interface-locale',
  tag: 'Platform holder',
  summary: 'Read your interface language',
  description: 'The preference of the actor behind the session or key; null when none was chosen.',
  role: 'platform_holder_user',
  scope: 'profile:read',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'read', category: 'profiles' },
  params: strictObject({ platformHolderId: ResourceId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject({ locale: nullable(InterfaceLocale), supportedLocales: Type.Array(InterfaceLocale) }),
  errors: [],
  example: { params: { platformHolderId: profileExample.id }, data: { locale: 'nl', supportedLocales: [...locales] } },
}).handle(async (ctx) => ({
  // Safe because only this operation's twin writes it, from the same list.
  locale: (await findInterfaceLocale(ctx.tx, ctx.platformHolderId, ctx.identity.actorId)) as Locale | null,
  supportedLocales: [...locales],
}))
