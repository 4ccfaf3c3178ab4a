import { invalid, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { plainAddress, readNetwork } from '#/kernel/text/network.ts'
import { HolderNetworks, NetworkList, networksExample, networksParamsExample, toNetworks } from './networks.ts'
import { tellOwners } from './mail-networks-change.ts'
import { findNetworks, isWithin, listCallingKeys, storeNetworks } from './store.ts'

export const updateHolderNetworks = operation({
  operationId: 'updateHolderNetworks',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/networks',
  tag: 'Access',
  summary: 'Choose from where your organization can be reached',
  description:
    'Replaces both lists, for sessions and keys that are in use too: whoever calls from outside is refused from their next call on, until they are within again. Networks are stored without the bits beyond their prefix (192.0.2.17/24 as 192.0.2.0/24), and IPv4 addresses within IPv6 as IPv4. A list of sessions without your own address is refused, since you could not undo it. Nothing is refused for keys: look at `callingKeys` first. Each owner is told of a change by mail.',
  role: 'platform_holder_user',
  scope: 'access:write',
  auth: ['browserSession'],
  isSensitive: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    sessionNetworks: NetworkList('From where staff may sign in and work; none: from everywhere.'),
    keyNetworks: NetworkList('From where API keys may be used; none: from everywhere.'),
    expectedVersion: ExpectedVersion,
  }),
  success: [200],
  data: HolderNetworks,
  errors: ['VERSION_CONFLICT'],
  example: {
    params: networksParamsExample,
    body: { sessionNetworks: ['192.0.2.17/24', '2001:db8::/48'], keyNetworks: [], expectedVersion: 1 },
    data: networksExample,
  },
}).handle(async ({ tx, identity, now, address = '' }, { body }) => {
  const sessionNetworks = readAll('sessionNetworks', body.sessionNetworks)
  const keyNetworks = readAll('keyNetworks', body.keyNetworks)
  const own = plainAddress(address)
  if (sessionNetworks.length > 0 && !(await isWithin(tx, own, sessionNetworks))) throw lockedOut(own)
  const change = { sessionNetworks, keyNetworks, version: body.expectedVersion }
  const [before, stored, calling] = await Promise.all([
    findNetworks(tx),
    storeNetworks(tx, change),
    listCallingKeys(tx),
  ])
  if (!stored) throw versionConflict((await findNetworks(tx)).version)
  await tellOwners(tx, before, stored, { changedBy: identity.actorId, changedAt: now })
  return toNetworks(stored, calling, address)
})

/** @throws AppError VALIDATION_FAILED */
function readAll(field: string, networks: readonly string[]): string[] {
  return networks.map((text, index) => {
    const network = readNetwork(text)
    if (network !== null) return network
    const message = 'Must be an address or a network, such as 192.0.2.17, 192.0.2.0/24 or 2001:db8::/48.'
    throw invalid({ path: `${field}.${index}`, code: 'invalid_format', message })
  })
}

function lockedOut(own: string | null) {
  const message = `Your own address${own === null ? '' : `, ${own},`} is in none of these networks: you would lock yourself out.`
  return invalid({ path: 'sessionNetworks', code: 'not_allowed', message })
}
