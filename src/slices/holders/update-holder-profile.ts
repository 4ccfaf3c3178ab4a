import { Type, type TSchema } from 'typebox'
import { invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { normalisePhoneNumber } from './phone-number.ts'
import { HolderProfile, profileExample, toHolderProfile, writableProfile, type WritableProfile } from './profile.ts'
import { getProfile, updateProfile } from './store.ts'
import { checkLocationName } from './update-holder-location.ts'
import { givenTimeZone } from '#/kernel/time/time-zone.ts'

const optional = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>>
  }

export const updateHolderProfile = operation({
  operationId: 'updateHolderProfile',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}',
  tag: 'Platform holder',
  summary: 'Change the profile of your organization',
  description:
    'Omitted fields are kept. Phone numbers are stored in E.164; national numbers are read as numbers of the headquarters country.',
  role: 'platform_holder_user',
  scope: 'profile:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'profiles' },
  target: { readBy: 'getHolderProfile', shows: ['displayName'] },
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject(optional(writableProfile), { minProperties: 1 }),
  success: [200],
  data: HolderProfile,
  errors: ['TIMEZONE_UNKNOWN'],
  example: {
    params: { platformHolderId: profileExample.id },
    body: { displayName: 'Huisartsenpraktijk De Linde', financialContactPhoneNumber: '020 123 4567' },
    data: profileExample,
  },
}).handle(async (ctx, { body }) => {
  const changes: Partial<WritableProfile> = { ...body }
  if (changes.defaultTimezone !== undefined)
    changes.defaultTimezone = givenTimeZone(changes.defaultTimezone, 'defaultTimezone')
  if (changes.defaultLocale !== undefined) changes.defaultLocale = canonicalTag(changes.defaultLocale)
  checkLocations(changes)
  const phoneFields = (['financialContactPhoneNumber', 'whatsappNumber'] as const).filter(
    (field) => changes[field] !== undefined,
  )
  if (phoneFields.length > 0) {
    const country = changes.headquartersCountryCode ?? (await getProfile(ctx.tx)).headquartersCountryCode
    for (const field of phoneFields) changes[field] = normalisePhoneNumber(changes[field] ?? '', country, field)
  }
  return toHolderProfile(await updateProfile(ctx.tx, changes))
})

/** The tag in its one spelling, so that `NL` is `nl`. */
function canonicalTag(tag: string): string {
  try {
    return new Intl.Locale(tag).toString()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid({
      path: 'defaultLocale',
      code: 'invalid_format',
      message: 'Not a valid language tag. Send one such as nl or nl-BE.',
    })
  }
}

function checkLocations({ schedulingSetup }: Partial<WritableProfile>): void {
  const seen = new Set<string>()
  schedulingSetup?.locations.forEach((location, index) => {
    if (seen.has(location.id)) {
      throw invalid({
        path: `schedulingSetup.locations.${index}.id`,
        code: 'conflict',
        message: 'Location ids must be unique.',
      })
    }
    seen.add(location.id)
    checkLocationName(location.name, `schedulingSetup.locations.${index}.name`)
  })
}
