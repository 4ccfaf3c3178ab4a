import { Type, type Static } from 'typebox'
import { OperatorError } from '#/app/operator/operator-error.ts'
import type { ApiCall, KeyApi } from '#/app/client/key-api.ts'

/** An event as the feed has it; it may have more fields than these. */
export type FeedEvent = Static<typeof FeedEvent>

const FeedEvent = Type.Object({
  id: Type.String(),
  type: Type.String(),
  timestamp: Type.String(),
  sequence: Type.Integer(),
  subject: Type.Object({ id: Type.Union([Type.String(), Type.Null()]) }),
  data: Type.Object({}),
})

const FeedPage = Type.Object({
  items: Type.Array(FeedEvent),
  /** What to go on behind. */
  next: Type.Integer(),
  newest: Type.Integer(),
  missed: Type.Integer(),
})

export type FeedOptions = {
  /** Sequence behind which it goes on; null: what happens from now on. */
  readonly since: number | null
  /** Null: all. */
  readonly types: readonly string[] | null
  /** Called once it is known behind which event it goes on. */
  ready(after: number): void
  /** Called when events behind the last one are no longer kept. */
  missed(count: number): void
}

const waitSeconds = 25

/**
 * Events in their order, those to come too. A lost connection loses none: the next call names the last sequence it had.
 *
 * @throws OperatorError; the reason of the API's signal
 */
export async function* followFeed(api: KeyApi, options: FeedOptions): AsyncGenerator<FeedEvent> {
  const { since, types, ready, missed } = options
  // Without waiting: from this call on events are written, and whoever names a wrong sequence learns it at once.
  const first = await readFeed(api, { after: String(since ?? 0), pageSize: '1' })
  let after = since ?? first.newest
  checkSequence(after, first)
  ready(after)
  const filter = types === null ? {} : { types: types.join(',') }
  for (;;) {
    const page = await readFeed(api, {
      ...filter,
      after: String(after),
      waitSeconds: String(waitSeconds),
      pageSize: '100',
    })
    checkSequence(after, page)
    if (page.missed > 0) missed(page.missed)
    yield* page.items
    after = page.next
  }
}

/** @throws OperatorError where the feed has not come as far */
function checkSequence(after: number, { newest }: Static<typeof FeedPage>): void {
  if (newest < after)
    throw new OperatorError(
      `The newest event is ${newest}, before ${after}: this is another Tijdig, or one that was restored. --since 0 begins with what it has.`,
    )
}

/** An event by its id, with or without `evt_`, or by its sequence; null when there is none. */
export async function findEvent(api: KeyApi, idOrSequence: string): Promise<FeedEvent | null> {
  if (!/^\d{1,15}$/.test(idOrSequence))
    return api.call(FeedEvent, { method: 'GET', path: `/events/${encodeURIComponent(idOrSequence)}` })
  const sequence = Number(idOrSequence)
  const { items } = await readFeed(api, { after: String(Math.max(sequence - 1, 0)), pageSize: '1' })
  return items.find((event) => event.sequence === sequence) ?? null
}

async function readFeed(api: KeyApi, query: NonNullable<ApiCall['query']>): Promise<Static<typeof FeedPage>> {
  const page = await api.call(FeedPage, { method: 'GET', path: '/events', query, waitMs: waitSeconds * 1_000 })
  if (page === null) throw new OperatorError('This Tijdig has no events: its version is older than this command.')
  return page
}
