import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiCall, KeyApi } from '#/app/client/key-api.ts'
import { fits } from '#/kernel/execution/validation.ts'
import { followCalls } from './follow-calls.ts'

/** A log of which each answer is counted. */
class TestLog implements KeyApi {
  readonly platformHolderId = 'holder'
  readonly #answeredAtMs: number[] = []
  reads = 0

  /** @returns the ids of so many calls, of which each was answered a tenth of a second after the one before */
  add(count: number, fromMs: number): string[] {
    const first = this.#answeredAtMs.length
    for (let index = 0; index < count; index += 1) this.#answeredAtMs.push(fromMs + index * 100)
    return Array.from({ length: count }, (_, index) => String(first + index))
  }

  async call<S extends Parameters<KeyApi['call']>[0]>(schema: S, { query = {} }: ApiCall) {
    this.reads += 1
    const { from = '1970-01-01T00:00:00Z', pageSize = '25', pageToken = '0' } = query
    const all = this.#answeredAtMs
      .map((at, index) => ({ id: String(index), at }))
      .filter(({ at }) => at >= Date.parse(from))
      .toSorted((one, other) => other.at - one.at)
    const end = Number(pageToken) + Number(pageSize)
    const items = all.slice(Number(pageToken), end).map(({ id, at }) => ({
      id,
      answeredAt: new Date(at).toISOString(),
      requestId: `req_${id}`,
      operation: 'getHolderProfile',
      method: 'GET',
      path: '/api/v1',
      status: 200,
      errorCode: null,
      details: [],
      durationMs: 1,
    }))
    const page: unknown = { items, nextPageToken: end < all.length ? String(end) : null }
    assert.ok(fits(schema, page))
    return page
  }
}

test('some hundred calls are followed by few reads, and show once each, also one that comes half a minute late', async () => {
  const log = new TestLog()
  const start = Date.parse('2026-11-20T09:00:00Z')
  const made = log.add(1, start)
  const stop = new AbortController()
  const calls = followCalls(log, { status: null, signal: stop.signal, everyMs: 1 })
  const shown: string[] = []
  const follow = async () => {
    while (shown.length < made.length) shown.push(String((await calls.next()).value?.id))
  }
  await follow()
  for (let round = 0; round < 6; round += 1) {
    made.push(...log.add(50, start + 1_000 + round * 5_000))
    // Of a process that stores its calls later than the others.
    if (round === 5) made.push(...log.add(1, start + 2_050))
    await follow()
  }
  assert.deepEqual(shown.toSorted(), made.toSorted())
  assert.equal(made.length, 302)
  // Each round looks through all of the half minute, a hundred at a time: pages that are known may have a late one behind them.
  assert.ok(log.reads <= 16, `${log.reads} reads`)
  stop.abort()
})
