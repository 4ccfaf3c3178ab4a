import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { getJson } from '#/providers/calendars/calendar-call.ts'
import { callVendor } from './vendor-call.ts'

test('an answer without end is given up after a few megabytes; a long page of a calendar is read', async (t) => {
  let sent = 0
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const listening = createServer((request, response) => {
    const limit = (request.url === '/page' ? 8 : 256) * 1024 * 1024
    const answer = Readable.from(
      (function* () {
        for (sent = 0; sent < limit; sent += chunk.length) yield chunk
        yield Buffer.from('{"items":[]}')
      })(),
    )
    response.on('close', () => answer.destroy())
    answer.pipe(response)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  t.after(() => listening.close())
  const url = (path: string) => new URL(path, `http://127.0.0.1:${(listening.address() as AddressInfo).port}`)
  const signal = AbortSignal.timeout(60_000)
  assert.deepEqual(await callVendor(url('/endless'), {}, signal), {
    answered: false,
    handOver: { outcome: 'unknown', detail: 'an answer that is too long' },
  })
  assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were sent`)
  assert.deepEqual(await getJson(url('/endless'), {}, signal), { outcome: 'unavailable', retryAfterSeconds: null })
  const page = await getJson(url('/page'), {}, signal)
  assert.deepEqual([page.outcome, page.outcome === 'answered' && page.body], ['answered', { items: [] }])
})
