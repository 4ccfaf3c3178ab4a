import { Type, type Static } from 'typebox'
import type { StepsCtx } from '#/kernel/context.ts'
import { invalid } from '#/kernel/errors.ts'
import { operation } from '#/kernel/operation.ts'
import { pageQuery } from '#/kernel/page.ts'
import { HolderPathId, strictObject } from '#/kernel/schema.ts'
import { isEventType } from '#/slices/events/event.ts'
import { toMessage } from '#/slices/events/message.ts'
import { eventExample, EventMessage } from './event-view.ts'
import type { EventWaits } from './event-waits.ts'
import { untilWritersEnd } from './writers.ts'
import { openStream, readEvents, searchedMax, type Wanted } from './read-store.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** Where readers wait for events; only where the API is served. */
    readonly eventWaits?: EventWaits
  }
}

const Events = strictObject(
  {
    items: Type.Array(EventMessage, { maxItems: 100, description: 'In the order of their numbers.' }),
    next: Type.Integer({ minimum: 0, description: 'Send it as `after` to go on from here.', examples: [4_711] }),
    newest: Type.Integer({
      minimum: 0,
      description: 'The newest number. Less than your `after`: you ask another system, or one that was restored.',
      examples: [4_711],
    }),
    missed: Type.Integer({
      minimum: 0,
      description: 'How many after your `after` are no longer kept: what you missed, read from the appointments.',
      examples: [0],
    }),
  },
  { title: 'EventFeed' },
)

export const listEvents = operation({
  operationId: 'listEvents',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/events',
  tag: 'Events',
  summary: 'Read what has happened',
  description:
    'Everything that has happened since `after`, in order, for 30 days. Begin with `after=0`, and send `next` of each answer as the next `after`: nothing is lost when you stop for a while. Events are written from your first read on, or from your first endpoint. With `waitSeconds` an empty answer waits until something happens; at most five readers of an organization wait at once. Numbers have no gaps, and none appears before one that you have read. Events have ids, states and the names of what changed: read what is behind them by `subject.path`, with the same key.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  isPolled: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}$',
        default: '0',
        description: 'The number of the last event you have.',
        examples: ['4710'],
      }),
    ),
    types: Type.Optional(
      Type.String({
        pattern: '^[a-z_.]{1,80}(,[a-z_.]{1,80}){0,39}$',
        maxLength: 2_000,
        description: `Only events of these types, with commas between them. An answer looks for them among ${searchedMax} events: with an empty one whose \`next\` is less than \`newest\`, go on at once.`,
        examples: ['appointment.updated,appointment.cancelled'],
      }),
    ),
    waitSeconds: Type.Optional(
      Type.String({
        pattern: '^([0-9]|1[0-9]|2[0-5])$',
        default: '0',
        description: 'How long to wait for an event where there is none: 0 to 25.',
        examples: ['25'],
      }),
    ),
    pageSize: pageQuery.pageSize,
  }),
  body: null,
  success: [200],
  data: Events,
  errors: ['RATE_LIMITED'],
  example: {
    params: { platformHolderId: eventExample.platformHolderId },
    query: { after: '4710', waitSeconds: '25' },
    data: { items: [eventExample], next: 4_711, newest: 4_711, missed: 0 },
  },
}).handleInSteps(async (ctx, { query }) => {
  const { after = '0', types, waitSeconds = '0', pageSize = '25' } = query
  const wanted = { after: Number(after), types: types === undefined ? null : types.split(','), size: Number(pageSize) }
  for (const type of wanted.types ?? [])
    if (!isEventType(type))
      throw invalid({ path: 'types', code: 'not_allowed', message: `${type} is no type of event.` })
  const until = performance.now() + Number(waitSeconds) * 1_000
  let feed = await read(ctx, wanted, true)
  const { missed } = feed
  for (
    let leftMs = Number(waitSeconds) * 1_000;
    feed.items.length === 0 && feed.next >= feed.newest && leftMs > 0;
    leftMs = until - performance.now()
  ) {
    await ctx.services.eventWaits?.until({
      platformHolderId: ctx.platformHolderId,
      after: feed.next,
      ms: leftMs,
      gone: ctx.gone,
    })
    if (ctx.gone?.aborted) break
    feed = await read(ctx, { ...wanted, after: feed.next }, false)
    if (ctx.services.eventWaits === undefined || ctx.services.eventWaits.isStopped) break
  }
  return { ...feed, missed }
})

/** Nothing was told before somebody listened. */
const unheard = { oldest: 0, newest: 0, isNew: true }

async function read(ctx: StepsCtx, wanted: Wanted, isFirst: boolean): Promise<Static<typeof Events>> {
  const step = isFirst ? ctx.notedStep : ctx.step
  const { kept, events } = await step(async ({ tx }) => {
    const found = await readEvents(tx, wanted)
    if (found.kept === null) await openStream(tx)
    return { ...found, kept: found.kept ?? unheard }
  })
  if (isFirst && kept.isNew) await untilWritersEnd(ctx)
  const last = events.at(-1)?.sequence ?? wanted.after
  // What is not kept any more is passed over; numbers have no gaps.
  const searched = Math.max(wanted.after, kept.oldest - 1) + (wanted.types === null ? Infinity : searchedMax)
  return {
    items: events.map((event) => toMessage(event)),
    // Whatever was left out for its type lies behind the reader too.
    next: events.length === wanted.size ? last : Math.max(last, Math.min(kept.newest, searched)),
    newest: kept.newest,
    missed: Math.max(0, kept.oldest - wanted.after - 1),
  }
}
