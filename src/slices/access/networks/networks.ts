import { Type } from 'typebox'
import { plainAddress } from '#/kernel/text/network.ts'
import { described, formatInstant, Instant, nullable, ResourceId, strictObject, Version } from '#/kernel/schema.ts'
import type { CallingKeyRow, NetworksRow } from './store.ts'

/** One of the lists. */
export const NetworkList = (description: string) =>
  Type.Array(
    Type.String({
      minLength: 2,
      maxLength: 49,
      description: 'An address or a network of IPv4 or IPv6 in CIDR notation.',
      examples: ['192.0.2.0/24', '2001:db8::/48'],
    }),
    { maxItems: 50, description },
  )

export const HolderNetworks = strictObject(
  {
    sessionNetworks: NetworkList('From where staff may sign in and work; none: from everywhere.'),
    keyNetworks: NetworkList('From where API keys may be used; none: from everywhere.'),
    version: Version,
    callerAddress: nullable(
      Type.String({
        maxLength: 45,
        description: 'Where this call came from. Null when that cannot be told.',
        examples: ['192.0.2.17'],
      }),
    ),
    callingKeys: Type.Array(
      strictObject(
        {
          keyId: described(ResourceId, 'The API key.'),
          keyName: Type.String({ maxLength: 100, description: 'What it is called.', examples: ['Practice system'] }),
          network: Type.String({
            maxLength: 49,
            description: 'Where it called from: 24 bits of an IPv4 address, 48 of an IPv6 one.',
            examples: ['192.0.2.0/24'],
          }),
          lastCallAt: described(Instant, 'Its last call from there.'),
        },
        { title: 'CallingKey' },
      ),
      {
        maxItems: 100,
        description:
          'Where the API keys that work have called from in the last 14 days, the latest first: what you should not leave out by mistake. Of each key its last thousand calls count.',
      },
    ),
  },
  { title: 'HolderNetworks' },
)

export function toNetworks(
  { sessionNetworks, keyNetworks, version }: NetworksRow,
  calling: readonly CallingKeyRow[],
  address: string | undefined,
) {
  return {
    sessionNetworks,
    keyNetworks,
    version,
    callerAddress: plainAddress(address ?? ''),
    callingKeys: calling.map(({ lastCallAt, ...key }) => ({ ...key, lastCallAt: formatInstant(lastCallAt) })),
  }
}

export const networksParamsExample = { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' }

export const networksExample = {
  sessionNetworks: ['192.0.2.0/24', '2001:db8::/48'],
  keyNetworks: [],
  version: 2,
  callerAddress: '192.0.2.17',
  callingKeys: [
    {
      keyId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d22',
      keyName: 'Practice system',
      network: '203.0.113.0/24',
      lastCallAt: '2026-11-20T09:30:00.000Z',
    },
  ],
}
