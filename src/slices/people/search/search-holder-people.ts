import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { HolderPathId, readableText, strictObject } from '#/kernel/schema.ts'
import { getHolderContext } from '#/slices/holders/holders.ts'
import { FoundPerson, foundPersonExample, personExample, toFoundPerson } from '#/slices/people/person-view.ts'
import { foundMax, searchPeople } from './search-store.ts'
import { readSought } from './sought.ts'

export const searchHolderPeople = operation({
  operationId: 'searchHolderPeople',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/people/search',
  tag: 'People',
  summary: 'Find a person',
  description: `By the beginnings of words of the name in any order, without case and accents ("groot", "de groot", "李"); by telephone number in any way of writing, by its first digits or its last three or more; or by the whole id that your own system gave an appointment. Answers ${foundMax} people at most, those with the next appointments first, and says whether there are more: send a longer part then. Whoever was erased is not found. What is sought stands in the body, so that no log of addresses holds it.`,
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    query: readableText(200, { description: 'A part of the name, of the number, or an id.', examples: ['de Vries'] }),
  }),
  success: [200],
  data: strictObject(
    {
      items: Type.Array(FoundPerson, { maxItems: foundMax, description: 'The people who were found.' }),
      hasMore: Type.Boolean({ description: 'Whether more people fit than are shown.' }),
    },
    { title: 'FoundPeople' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: personExample.platformHolderId },
    body: { query: 'de Vries' },
    data: { items: [foundPersonExample], hasMore: false },
  },
}).handle(async (ctx, { body }) => {
  const { countryCode } = await getHolderContext(ctx.tx)
  const found = await searchPeople(ctx.tx, readSought(body.query, countryCode))
  const shown = found.slice(0, foundMax)
  ctx.touch(...shown.map(({ personId }) => personId))
  return { items: shown.map(toFoundPerson), hasMore: found.length > foundMax }
})
