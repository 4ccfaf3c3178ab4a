import { Type } from 'typebox'
import type { StepsCtx } from '#/kernel/context.ts'
import type { BoundedWaits } from '#/kernel/flow/bounded-waits.ts'
import { AppError, invalid } from '#/kernel/errors.ts'
import { operation } from '#/kernel/operation.ts'
import { HolderPathId, nullable, strictObject } from '#/kernel/schema.ts'
import { Event, eventExample, toEvent } from './event-view.ts'
import { findStream, listEventsAfter, openStream } from './feed-store.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** Calls that wait for events. */
    readonly feedWaits: BoundedWaits
  }
}

const longestWaitSeconds = 25
const mostTypes = 20
const pauseMs = 500

const wholeNumber = '^(0|[1-9][0-9]{0,14})$'

export const listEvents = operation({
  operationId: 'listEvents',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/events',
  tag: 'Events',
  summary: 'Follow what happens',
  description:
    'The events of your organization in the order of their numbers, for 30 days: nothing is missing and none appears behind a number you have read. Ask with `after` = the `nextAfter` of the previous answer, and with `waitSeconds` to be answered as soon as something happens; at most 5 calls of an organization wait at a time. The first call ever begins the stream: nothing from before it is there. If `oldestSequence` is more than one behind your `after`, you were away for too long: read what you follow anew.',
  role: 'platform_holder_user',
  scope: 'webhooks:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    after: Type.Optional(
      Type.String({
        pattern: wholeNumber,
        default: '0',
        description: 'Events with a higher number.',
        examples: ['4710'],
      }),
    ),
    types: Type.Optional(
      Type.String({
        pattern: `^[a-z_.]{1,80}(,[a-z_.]{1,80}){0,${mostTypes - 1}}$`,
        description: `Only these types, separated by commas; at most ${mostTypes}.`,
        examples: ['appointment.updated,appointment.cancelled'],
      }),
    ),
    waitSeconds: Type.Optional(
      Type.String({
        pattern: '^([0-9]|1[0-9]|2[0-5])$',
        default: '0',
        description: `How long to wait for an event when there is none yet: 0 to ${longestWaitSeconds}.`,
        examples: ['25'],
      }),
    ),
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]?|100)$',
        default: '100',
        description: 'Maximum events per answer: 1 to 100.',
        examples: ['50'],
      }),
    ),
  }),
  body: null,
  success: [200],
  data: strictObject(
    {
      items: Type.Array(Event, { maxItems: 100, description: 'The events, oldest first.' }),
      nextAfter: Type.Integer({
        minimum: 0,
        description: 'What to send as `after` next.',
        examples: [4711],
      }),
      hasMore: Type.Boolean({ description: 'Whether more is there already: ask again at once.' }),
      oldestSequence: nullable(
        Type.Integer({
          minimum: 1,
          description: 'The number of the oldest event that is kept; null when there is none.',
          examples: [1],
        }),
      ),
    },
    { title: 'EventFeed' },
  ),
  errors: ['RATE_LIMITED'],
  example: {
    params: { platformHolderId: eventExample.platformHolderId },
    query: { after: '4710', types: 'appointment.updated', waitSeconds: '25' },
    data: { items: [eventExample], nextAfter: 4711, hasMore: false, oldestSequence: 1 },
  },
}).handleInSteps(async (ctx, { query }) => {
  const after = Number(query.after ?? '0')
  const types = query.types?.split(',') ?? null
  const size = Number(query.limit ?? '100')
  // A transaction for each look, so that no connection is held while it waits.
  const look = () =>
    ctx.step(async ({ tx }) => {
      const [stream, rows] = await Promise.all([findStream(tx), listEventsAfter(tx, after, types, size + 1)])
      if (stream === null) openStream(tx)
      return { stream: stream ?? { newest: 0, oldest: null }, rows }
    })
  const waitMs = Number(query.waitSeconds ?? '0') * 1_000
  const first = await look()
  if (after > first.stream.newest)
    throw invalid({ path: 'after', code: 'out_of_range', message: `The newest event is ${first.stream.newest}.` })
  const found = first.rows.length > 0 || waitMs === 0 ? first : await waited(ctx, waitMs, look)
  const { stream, rows } = found
  const items = rows.slice(0, size)
  const hasMore = rows.length > size
  // Of what the filter left out nothing needs to be looked through again.
  const nextAfter = hasMore
    ? (items.at(-1)?.sequence ?? after)
    : Math.max(stream.newest, items.at(-1)?.sequence ?? after)
  return { items: items.map(toEvent), nextAfter, hasMore, oldestSequence: stream.oldest }
})

/** Looks again until there is an event, the time is over or the process ends. @throws AppError RATE_LIMITED */
async function waited<Found extends { readonly rows: readonly unknown[] }>(
  { services, platformHolderId }: Pick<StepsCtx, 'services' | 'platformHolderId'>,
  waitMs: number,
  look: () => Promise<Found>,
): Promise<Found> {
  const until = performance.now() + waitMs
  const found = await services.feedWaits.during(platformHolderId, async (pause) => {
    for (;;) {
      const mayGoOn = await pause(Math.min(pauseMs, until - performance.now()))
      const now = await look()
      if (now.rows.length > 0 || !mayGoOn || performance.now() >= until) return now
    }
  })
  if (found !== null) return found
  throw new AppError('RATE_LIMITED', {
    message: 'As many calls of your organization wait for events as may. Wait with fewer at a time.',
    headers: { 'retry-after': '5' },
  })
}
