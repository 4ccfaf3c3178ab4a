import { isDeepStrictEqual } from 'node:util'
import { AppError, invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, nullable, strictObject } from '#/kernel/schema.ts'
import { holdsWebAddress } from '#/messages/inserted-text.ts'
import { HolderProfile, locationFields, locationsMax, profileExample, toHolderProfile } from './profile.ts'
import { getProfile, lockLocations, updateProfile } from './store.ts'

const Location = strictObject(locationFields, { title: 'LocationFields' })

export const updateHolderLocation = operation({
  operationId: 'updateHolderLocation',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/locations/{locationId}',
  tag: 'Platform holder',
  summary: 'Add, change or remove one location',
  description:
    'Leaves the other locations as they are, whoever changes them at the same moment. `expected` is the location as you read it: when it is no longer so, the answer is 409 and nothing changes. Sending it again changes nothing.',
  role: 'platform_holder_user',
  scope: 'profile:write',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({
    platformHolderId: HolderPathId,
    locationId: described(Identifier, 'Your id of the location; a new one adds it.', 'main'),
  }),
  query: none,
  body: strictObject({
    expected: described(nullable(Location), 'The location as you read it; null when there was none.'),
    location: described(
      nullable(Location),
      'What it becomes; null removes it. Appointments that were made there stay.',
    ),
  }),
  success: [200],
  data: HolderProfile,
  errors: ['VERSION_CONFLICT'],
  example: {
    params: { platformHolderId: profileExample.id, locationId: 'main' },
    body: {
      expected: { name: 'Lindelaan', personCount: 3, roomCount: 3 },
      location: { name: 'Lindelaan', personCount: 4, roomCount: 3 },
    },
    data: profileExample,
  },
}).handle(async ({ tx }, { params: { locationId: id }, body: { expected, location } }) => {
  if (location !== null) checkLocationName(location.name, 'location.name')
  const before = await lockLocations(tx)
  const present = before.find((one) => one.id === id)
  const isAs = (wanted: typeof location) => isDeepStrictEqual(present, wanted === null ? undefined : { id, ...wanted })
  if (isAs(location)) return toHolderProfile(await getProfile(tx))
  if (!isAs(expected)) throw new AppError('VERSION_CONFLICT')
  const others = before.filter((one) => one.id !== id)
  const becomes = location === null ? [] : [{ id, ...location }]
  const locations = present ? before.flatMap((one) => (one.id === id ? becomes : one)) : [...others, ...becomes]
  if (locations.length > locationsMax)
    throw invalid({ path: 'location', code: 'too_long', message: `At most ${locationsMax} locations.` })
  return toHolderProfile(await updateProfile(tx, { schedulingSetup: { locations } }))
})

/** It stands in text messages, which hold no link but ours. @throws AppError VALIDATION_FAILED */
export function checkLocationName(name: string, path: string): void {
  if (holdsWebAddress(name))
    throw invalid({ path, code: 'not_allowed', message: 'A location must not be a web address.' })
}
