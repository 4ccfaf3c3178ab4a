import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { AnswerTooLarge, davFetch } from './dav-fetch.ts'

test('a redirect keeps the password within its origin, and no other is called at all', async (t) => {
  const elsewhere = await server(t, () => null)
  const own = await server(t, (path) =>
    path === '/here' ? '/there' : path === '/away' ? `${elsewhere.url}/taken` : path === '/back' ? '/away' : null,
  )
  const named: string[] = []
  const call = fetchOf(own.url, named)
  const status = async (url: string) => (await call(url, { method: 'PROPFIND', headers: { depth: '0' } })).status
  assert.deepEqual(
    await Promise.all(['/here', '/away', '/back'].map((path) => status(own.url + path))),
    [200, 307, 307],
    'a redirect to elsewhere is the answer itself',
  )
  const downgrade = own.url.replace('http:', 'https:')
  assert.deepEqual([await status(`${elsewhere.url}/asked`), await status(`${downgrade}/`)], [421, 421])
  assert.deepEqual(elsewhere.calls, [])
  assert.deepEqual(named, [
    `${elsewhere.url}/taken`,
    `${elsewhere.url}/taken`,
    `${elsewhere.url}/asked`,
    `${downgrade}/`,
  ])
  assert.equal(own.calls.length, 5)
  for (const { authorization, depth } of own.calls) assert.deepEqual([authorization, depth], [basic, '0'])
})

test('an answer of more than a megabyte, or one that takes long to read, is refused, and nothing else waits for it', async (t) => {
  const answers: Record<string, string> = {
    '/large': `<a>${'x'.repeat(1_100_000)}</a>`,
    '/slow': `<a>${'&'.repeat(300_000)}</a>`,
    '/mixed': `<a>${'x<b/>'.repeat(150_000)}</a>`,
    '/list': `<a>${'<b>x</b>'.repeat(10_000)}</a>`,
  }
  const own = await server(
    t,
    () => null,
    (path) => answers[path] ?? '',
  )
  const call = fetchOf(own.url)
  for (const path of ['/large', '/slow', '/mixed'])
    await assert.rejects(call(`${own.url}${path}`), AnswerTooLarge, path)
  assert.equal(await (await call(`${own.url}/list`)).text(), answers['/list'])
})

test('however much the library asks at once, few calls are under way, and all are answered', async (t) => {
  const held: ServerResponse[] = []
  let isHolding = true
  const own = createServer(({ url }, response) => {
    if (isHolding && url === '/') held.push(response)
    else response.end('<a/>')
  })
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  t.after(() => own.close())
  const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
  const call = fetchOf(url)
  const answers = Array.from({ length: 60 }, () => call(url))
  // Once the server has answered these, whatever was sent before them has arrived.
  for (let round = 0; round < 20 || held.length < 6; round += 1) await fetch(`${url}/round`)
  assert.equal(held.length, 6)
  isHolding = false
  for (const response of held) response.end('<a/>')
  assert.ok((await Promise.all(answers)).every(({ status }) => status === 200))
})

test('an answer that would have the connection for something else ends the call', async (t) => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const own = createTcpServer(
    (socket) => void socket.on('error', () => undefined).once('data', () => socket.write(answer)),
  )
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  t.after(() => own.close())
  const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
  await assert.rejects(fetchOf(url)(url), /without an answer/)
})

const basic = 'Basic c2VjcmV0'

function fetchOf(origin: string, elsewhere: string[] = []) {
  return davFetch({
    isProduction: false,
    signal: AbortSignal.timeout(60_000),
    origin,
    authorization: basic,
    onElsewhere: ({ href }) => elsewhere.push(href),
    onStatus: () => undefined,
  })
}

async function server(
  t: TestContext,
  redirectOf: (path: string) => string | null,
  bodyOf: (path: string) => string = () => '',
) {
  const calls: (IncomingHttpHeaders & { url: string })[] = []
  const listening = createServer((request, response) => {
    const path = request.url ?? ''
    calls.push({ ...request.headers, url: path })
    const location = redirectOf(path)
    const headers = { 'content-type': 'text/xml', ...(location === null ? {} : { location }) }
    response.writeHead(location === null ? 200 : 307, headers).end(bodyOf(path))
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  t.after(() => listening.close())
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, calls }
}
