import { operation } from '#/kernel/operation.ts'
import { pageOf, pageQuery } from '#/kernel/page.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { listEntries, listProposals, listWaitingProfiles } from './store.ts'
import { toWaitingPerson, WaitingPerson, waitingPersonExample } from './waiting-person.ts'

export const listHolderWaitingPeople = operation({
  operationId: 'listHolderWaitingPeople',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/waiting-people',
  tag: 'People who wait',
  summary: 'List people who wait to be linked',
  description:
    'People who signed in with the number or address of an entry of yours that nobody is linked to yet, in the order in which they first signed in. Whoever proved no contact of yours is not listed or counted. A number proves who reads it, not whose appointments they are: a person of your staff decides that (linkHolderWaitingPerson). Pages can have fewer items than asked for.',
  role: 'platform_holder_user',
  scope: 'recipient-links:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject(pageQuery),
  body: null,
  success: [200],
  data: pageOf(WaitingPerson),
  errors: ['PAGE_TOKEN_INVALID'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d01' },
    data: { items: [waitingPersonExample], nextPageToken: null },
  },
}).handle(async (ctx, { page }) => {
  const { tx, identity, services } = ctx
  if (!services.signIns) throw new Error('The list needs the datastore of the sign-in')
  const { items: ids, nextPageToken } = page.finish(await listWaitingProfiles(tx, page.after, page.size), (id) => [id])
  const [people, entries, proposals] = await Promise.all([
    services.signIns.findActive(ids),
    listEntries(tx, ids),
    listProposals(tx, ids),
  ])
  const entriesOf = Map.groupBy(entries, (entry) => entry.profileId)
  const proposalOf = new Map(proposals.map((proposal) => [proposal.profileId, proposal]))
  // Whoever was blocked or forgotten meanwhile is left out.
  const shown = people.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const items = shown.map((person) =>
    toWaitingPerson(person, entriesOf.get(person.id) ?? [], proposalOf.get(person.id) ?? null, identity.actorId),
  )
  ctx.touch(...items.flatMap((person) => [person.profileId, ...person.entries.map((entry) => entry.holderRecipientId)]))
  return { items, nextPageToken }
})
