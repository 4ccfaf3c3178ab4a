import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { HolderNetworks, networksExample, networksParamsExample, toNetworks } from './networks.ts'
import { findNetworks, listCallingKeys } from './store.ts'

export const getHolderNetworks = operation({
  operationId: 'getHolderNetworks',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/networks',
  tag: 'Access',
  summary: 'Read from where your organization can be reached',
  description:
    'The networks from which staff and API keys are let in; from elsewhere each call is refused with `IP_NOT_ALLOWED`. Until you name some, everybody comes in from everywhere. It also says where you are now and where your keys called from, so that you see whom a change would lock out.',
  role: 'platform_holder_user',
  scope: 'access:read',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: HolderNetworks,
  errors: [],
  example: { params: networksParamsExample, data: networksExample },
}).handle(async ({ tx, address }) => {
  const [networks, calling] = await Promise.all([findNetworks(tx), listCallingKeys(tx)])
  return toNetworks(networks, calling, address)
})
