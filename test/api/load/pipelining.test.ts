import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test, type TestContext } from 'node:test'
import { boundInHand, cutOffSlowReaders } from '#/app/server/connections.ts'
import { callApi, eventually, startTestProduct, type TestProduct } from '../../harness.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct({ roles: ['api', 'login'] })
})
after(() => product?.stop())

/** Files and sockets that this process has open, the product among them. */
const descriptors = () => readdirSync('/proc/self/fd').length

async function open(t: TestContext, url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

const asking = (path: string, times: number, more = '') =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}\r\n`.repeat(times)

async function largestAsset(): Promise<string> {
  const page = await (await fetch(`${product.baseUrl}/reference`)).text()
  const [, path = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  return path
}

test('thousands of requests that one connection sends ahead end it, and leave nothing open', async (t) => {
  const holder = await product.createHolder()
  const key = `authorization: Bearer ${holder.apiKey}\r\n`
  const list = `/api/v1/platform-holders/${holder.id}/appointments?pageSize=100`
  const before = descriptors()
  for (const [url, path, more] of [
    [product.baseUrl, await largestAsset(), ''],
    [product.baseUrl, '/sign-in', ''],
    [product.baseUrl, '/api/v1/openapi.json', ''],
    [product.baseUrl, list, key],
    [product.loginUrl, '/healthz', ''],
  ] as const) {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => open(t, url)))
    const ended = sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)))
    for (const socket of sockets) socket.write(asking(path, 1_000, more))
    await Promise.all(ended)
    const { status } = await callApi(`${product.baseUrl}/healthz`, 'GET')
    assert.equal(status, 200, path)
  }
  await eventually(async () => descriptors() < before + 20)
})

test('a handful of them is answered, in order', async (t) => {
  const socket = await open(t, product.baseUrl)
  let answered = ''
  socket.setEncoding('utf8').on('data', (text) => (answered += text))
  socket.write(asking('/healthz', 4) + asking('/nowhere', 4))
  await eventually(async () => answered.split('HTTP/1.1 ').length === 9)
  assert.deepEqual(
    [...answered.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['200', '200', '200', '200', '404', '404', '404', '404'],
  )
})

test('a large file that nobody reads holds no file open, and is the same memory for all', async (t) => {
  const path = await largestAsset()
  const warm = await fetch(`${product.baseUrl}${path}`, { headers: { 'accept-encoding': 'identity' } })
  assert.ok((await warm.bytes()).length > 4_000_000)
  const [files, memory] = [descriptors(), process.memoryUsage().rss]
  const sockets = await Promise.all(Array.from({ length: 200 }, () => open(t, product.baseUrl)))
  for (const socket of sockets) socket.pause().write(asking(path, 1, 'accept-encoding: identity\r\n'))
  const { status } = await callApi(`${product.baseUrl}/healthz`, 'GET')
  assert.equal(status, 200)
  // Both ends of each connection are in this process.
  assert.ok(descriptors() - files <= 2 * sockets.length + 10, `${descriptors() - files} descriptors`)
  const grownMb = (process.memoryUsage().rss - memory) / 1_048_576
  assert.ok(grownMb < 150, `${Math.round(grownMb)} MB`)
})

test('who does not read is cut off, who reads slowly is not', async (t) => {
  const pieces = Array.from({ length: 2_000 }, () => Buffer.alloc(10_000))
  const server = createServer(boundInHand((_, response) => void Readable.from(pieces).pipe(response)))
  cutOffSlowReaders(server, { inHandMax: 8, unreadForMs: 3_000, leastBytes: 10_000, checkEveryMs: 50 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [silent, slow] = [await open(t, url), await open(t, url)]
  const ended = new Set<Socket>()
  for (const socket of [silent, slow]) socket.once('close', () => ended.add(socket)).write(asking('/', 1))
  silent.pause()
  let read = 0
  // Some megabytes a second, a piece at a time.
  slow.pause()
  const reading = setInterval(() => {
    const piece: Buffer | null = slow.read(200_000) ?? slow.read()
    read += piece?.length ?? 0
  }, 50)
  t.after(() => clearInterval(reading))
  await eventually(async () => (await connections(server)) === 1)
  assert.ok(!ended.has(slow) && read > 0, `${read} bytes`)
})

function connections(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
