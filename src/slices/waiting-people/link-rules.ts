import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { readLinksNeedTwo, writeLinksNeedTwo } from '#/slices/holders/holders.ts'

const needsTwoPeople = Type.Boolean({
  description: 'Whether a link that one member of staff asks for waits until another confirms it.',
})
const LinkRules = strictObject({ needsTwoPeople }, { title: 'LinkRules' })

const path = '/platform-holders/{platformHolderId}/link-rules'
const params = { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d01' }

export const getHolderLinkRules = operation({
  operationId: 'getHolderLinkRules',
  method: 'GET',
  path,
  tag: 'People who wait',
  summary: 'Read how people are linked',
  description: 'Whether two members of staff must agree before a person is linked. Off until you switch it on.',
  role: 'platform_holder_user',
  scope: 'recipient-links:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: LinkRules,
  errors: [],
  example: { params, data: { needsTwoPeople: false } },
}).handle(async ({ tx }) => ({ needsTwoPeople: await readLinksNeedTwo(tx) }))

export const updateHolderLinkRules = operation({
  operationId: 'updateHolderLinkRules',
  method: 'PATCH',
  path,
  tag: 'People who wait',
  summary: 'Choose how people are linked',
  description:
    'Asks for two members of staff for each link from now on, or for one. Proposals that wait already keep waiting for another member. Only a person in a browser session can do this.',
  role: 'platform_holder_user',
  scope: 'recipient-links:write',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({ needsTwoPeople }),
  success: [200],
  data: LinkRules,
  errors: [],
  example: { params, body: { needsTwoPeople: true }, data: { needsTwoPeople: true } },
}).handle(async ({ tx }, { body: { needsTwoPeople: isNeeded } }) => {
  writeLinksNeedTwo(tx, isNeeded)
  return { needsTwoPeople: isNeeded }
})
