import assert from 'node:assert/strict'
import { test } from 'node:test'

type Row = { line: number; key: string; requestId: string }
type Progress = { state: string; made: number; failed: { row: Row }[]; rest: Row[]; error: unknown }
type Sending = {
  total: number
  rowsFrom: (taken: number) => Promise<Row[]>
  create: (row: Row) => Promise<unknown>
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

// By their addresses: their types are those of a browser.
const from = (path: string) => import(new URL(`../../../web/${path}`, import.meta.url).href)
const { sendRows, nothingSent } = (await from('portal/appointments/import/send-rows.ts')) as {
  sendRows: (sending: Sending, before: Progress) => Promise<void>
  nothingSent: Progress
}
const { ApiError } = (await from('api/api-error.ts')) as {
  ApiError: new (status: number, body: object, retryAfterSeconds: number | null) => Error
}

const rows = Array.from({ length: 20_000 }, (_, index) => ({
  line: index + 2,
  key: String(index + 2),
  requestId: String(index),
}))
const rowsFrom = async (taken: number) => rows.slice(taken, taken + 200)
const refused = (status: number) =>
  new ApiError(status, { error: { code: 'X', message: 'x', retryable: false, details: [] }, requestId: 'req_1' }, null)

/** Sends until it ends. @returns what was told last, and how often something was */
async function send(create: Sending['create'], before: Progress, stop = new AbortController()) {
  let told = 0
  let last = before
  const onProgress = (progress: Progress) => {
    told += 1
    last = progress
  }
  await sendRows({ total: rows.length, rowsFrom, create, onProgress, signal: stop.signal }, before)
  return { last, told }
}

test('twenty thousand rows are each sent once, also by an import that was stopped on the way, and progress is told seldom', async () => {
  const sent = new Map<string, number>()
  const stop = new AbortController()
  const since = performance.now()
  const create = async ({ requestId, line }: Row) => {
    await Promise.resolve()
    sent.set(requestId, (sent.get(requestId) ?? 0) + 1)
    if (sent.size === 5_150) stop.abort()
    if (line % 7 === 0) throw refused(400)
  }
  const stopped = await send(create, nothingSent, stop)
  assert.equal(stopped.last.state, 'stopped')
  // Where it goes on: the first row of the file without an answer.
  assert.equal(stopped.last.rest[0]?.line, 2 + stopped.last.made + stopped.last.failed.length)
  const { last, told } = await send(create, stopped.last)
  assert.equal(last.state, 'finished')
  assert.deepEqual([sent.size, Math.max(...sent.values())], [20_000, 1])
  assert.equal(last.failed.length, rows.filter(({ line }) => line % 7 === 0).length)
  assert.equal(last.made, 20_000 - last.failed.length)
  assert.ok(stopped.told + told < 8 + (performance.now() - since) / 250, `${stopped.told + told} times`)
})

test('an import stops where nobody is signed in any more, and goes on with the rows that had no answer', async () => {
  const made: string[] = []
  let isSignedIn = true
  const create = async ({ requestId }: Row) => {
    if (made.length === 250) isSignedIn = false
    if (!isSignedIn) throw refused(401)
    made.push(requestId)
  }
  const { last } = await send(create, nothingSent)
  assert.equal(last.state, 'stopped')
  assert.ok(last.error instanceof ApiError)
  isSignedIn = true
  made.push('251st')
  const finished = await send(create, last)
  assert.equal(finished.last.state, 'finished')
  assert.equal(new Set(made).size, 20_001)
  assert.equal(made.length, 20_001)
})

test('an import whose file cannot be read further stops with what went wrong', async () => {
  let last = nothingSent
  const problem = new Error('The worker is gone')
  const sending: Sending = {
    total: 2,
    rowsFrom: () => Promise.reject(problem),
    create: async () => {},
    onProgress: (progress) => {
      last = progress
    },
    signal: new AbortController().signal,
  }
  await sendRows(sending, nothingSent)
  assert.deepEqual([last.state, last.error], ['stopped', problem])
})
