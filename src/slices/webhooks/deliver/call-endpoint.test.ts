import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { startNameServer } from '../../../../test/name-server.ts'
import { Webhook } from '../../../../test/packages/node_modules/standardwebhooks/dist/index.js'
import { startReceiver } from '../../../../test/webhook-world.ts'
import { makeSecret } from '#/slices/webhooks/secrets/secrets.ts'
import { callEndpoint } from './call-endpoint.ts'
import { addressFault, webhookNetworks, type WebhookNetworks } from './networks.ts'

const message = { id: 'evt_1', body: '{"name":"Zoë"}' }

function open(t: TestContext, given: Partial<Parameters<typeof webhookNetworks>[0]> = {}): WebhookNetworks {
  const networks = webhookNetworks({ isProduction: false, allowed: [], ...given })
  t.after(() => networks.close())
  return networks
}

/** A server that counts connections, whatever they say. */
async function startCounting(t: TestContext, onConnection: (socket: Socket) => void = (socket) => socket.destroy()) {
  const counted = { connections: 0, port: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    counted.connections += 1
    sockets.add(socket.on('error', () => undefined))
    onConnection(socket)
  })
  await listening(t, server)
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  counted.port = (server.address() as AddressInfo).port
  return counted
}

async function listening(t: TestContext, server: Server, address = '127.0.0.1'): Promise<void> {
  server.listen(0, address)
  await once(server, 'listening')
  t.after(() => server.close())
}

test('a call is signed as Standard Webhooks demands, by every secret and over its very bytes', async (t) => {
  const receiver = await startReceiver((response) => response.writeHead(200).end('thanks'))
  t.after(() => receiver.close())
  const secrets = [makeSecret(), makeSecret()]
  const attempt = await callEndpoint({ url: `${receiver.url}/in?a=1`, secrets, networks: open(t) }, message)
  const { status, errorCode, answer, retryAfter } = attempt
  assert.deepEqual(
    { status, errorCode, answer, retryAfter },
    { status: 200, errorCode: null, answer: 'thanks', retryAfter: null },
  )
  const [call] = receiver.calls
  assert.ok(call)
  assert.deepEqual([call.path, call.body], ['/in?a=1', message.body])
  const headers = call.headers as Record<string, string>
  for (const secret of secrets) new Webhook(secret).verify(call.body, headers)
  assert.throws(() => new Webhook(makeSecret()).verify(call.body, headers))
  assert.throws(() => new Webhook(secrets[0] ?? '').verify(`${call.body} `, headers))
  assert.throws(() => new Webhook(secrets[0] ?? '').verify(call.body, { ...headers, 'webhook-id': 'evt_2' }))
})

test('an answer other than 2xx is no success, a redirect is not followed, and Retry-After is read', async (t) => {
  const answers: Record<string, [number, Record<string, string>]> = {
    '/found': [302, { location: '/elsewhere' }],
    '/moved': [308, { location: '/elsewhere' }],
    '/error': [500, {}],
    '/wait': [503, { 'retry-after': '120' }],
    '/until': [429, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() }],
    '/odd': [429, { 'retry-after': 'soon' }],
  }
  const receiver = await startReceiver((response, { path }) => {
    const [status, headers] = answers[path] ?? [200, {}]
    response.writeHead(status, headers).end()
  })
  t.after(() => receiver.close())
  const networks = open(t)
  const call = async (path: string) => {
    const attempt = await callEndpoint({ url: receiver.url + path, secrets: [makeSecret()], networks }, message)
    return [attempt.status, attempt.errorCode, attempt.retryAfter]
  }
  assert.deepEqual(await call('/found'), [302, 'redirect', null])
  assert.deepEqual(await call('/moved'), [308, 'redirect', null])
  assert.deepEqual(await call('/error'), [500, 'status', null])
  assert.deepEqual(await call('/wait'), [503, 'status', 120])
  assert.deepEqual(await call('/odd'), [429, 'status', null])
  const [, , until] = await call('/until')
  assert.ok(typeof until === 'number' && until > 500 && until <= 601, String(until))
  assert.ok(receiver.calls.every(({ path }) => path !== '/elsewhere'))
})

test('an answer is kept up to a kibibyte of text that can be stored, and none is waited for without end', async (t) => {
  const receiver = await startReceiver((response, { path }) => {
    response.writeHead(200)
    if (path === '/long') response.end('€'.repeat(100_000))
    else if (path === '/odd') response.end(Buffer.from([0, 0xff, 0x41]))
    else response.write('begun')
  })
  t.after(() => receiver.close())
  const networks = open(t)
  const call = (path: string) => callEndpoint({ url: receiver.url + path, secrets: [makeSecret()], networks }, message)
  assert.equal((await call('/long')).answer, '€'.repeat(341))
  assert.equal((await call('/odd')).answer, '\uFFFD\uFFFDA')
  const { errorCode, answer, durationMs } = await call('/endless')
  assert.deepEqual([errorCode, answer], [null, 'begun'])
  assert.ok(durationMs < 60_000)
})

test('addresses that may not be given are refused by their form', () => {
  const faults = (isProduction: boolean) => (url: string) => addressFault(url, { isProduction })
  const inProduction = faults(true)
  assert.equal(inProduction('https://hooks.example.com/a?b=c'), null)
  assert.equal(inProduction('hooks.example.com'), 'malformed')
  assert.equal(inProduction('http://hooks.example.com'), 'not_https')
  assert.equal(inProduction('ftp://hooks.example.com'), 'not_https')
  assert.equal(inProduction('https://user:secret@hooks.example.com'), 'user_info')
  for (const literal of ['93.184.215.14', '127.1', '0x7f000001', '2130706433', '[::1]', '[::ffff:10.0.0.1]'])
    assert.equal(inProduction(`https://${literal}/`), 'ip_literal', literal)
  assert.equal(inProduction('http://localhost:1'), 'not_https')
  assert.equal(faults(false)('http://localhost:1'), null)
  assert.equal(faults(false)('http://127.0.0.1:1'), null)
  assert.equal(faults(false)('http://10.0.0.1'), 'not_https')
})

test('a literal that got in all the same is never connected to', async (t) => {
  const counted = await startCounting(t)
  const networks = open(t, { isProduction: true })
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433']) {
    const url = `https://${host}:${counted.port}/`
    const { errorCode } = await callEndpoint({ url, secrets: [makeSecret()], networks }, message)
    assert.equal(errorCode, 'private_address', host)
    // Past the check of the form: the socket itself refuses.
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => {
      const options = { host: new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'), port: counted.port }
      networks.https.createConnection(options as never, (refused) => resolve(refused as NodeJS.ErrnoException))
    })
    assert.equal(error.code, 'ERR_IP_BLOCKED', host)
  }
  assert.equal(counted.connections, 0)
})

test('a name is not called when any of its addresses is not public, whatever it said before', async (t) => {
  const counted = await startCounting(t)
  const names: Record<string, string[]> = {
    'private.example.com': ['127.0.0.1'],
    'both.example.com': ['93.184.215.14', '127.0.0.1'],
    'metadata.example.com': ['169.254.169.254'],
  }
  const server = await startNameServer((name, asked) =>
    // What is asked for first is allowed; what another look-up for the connection itself would get is not.
    name === 'rebinding.example.com' ? [asked % 2 === 1 ? '127.0.0.2' : '127.0.0.1'] : (names[name] ?? []),
  )
  t.after(() => server.close())
  const networks = open(t, { isProduction: true, nameServers: [server.address] })
  const call = async (name: string) => {
    const url = `https://${name}:${counted.port}/`
    return (await callEndpoint({ url, secrets: [makeSecret()], networks }, message)).errorCode
  }
  for (const name of Object.keys(names)) assert.equal(await call(name), 'private_address', name)
  assert.equal(await call('nobody.example.com'), 'name_not_found')
  server.asked = 0
  const rebinding = open(t, { isProduction: true, allowed: ['127.0.0.2'], nameServers: [server.address] })
  const url = `https://rebinding.example.com:${counted.port}/`
  const tried: unknown[] = []
  for (let count = 0; count < 4; count += 1)
    tried.push((await callEndpoint({ url, secrets: [makeSecret()], networks: rebinding }, message)).errorCode)
  // One question for each connection, and the connection goes to the very address that was checked.
  assert.deepEqual([tried[1], tried[3], server.asked], ['private_address', 'private_address', 4])
  assert.ok([tried[0], tried[2]].every((code) => code !== null && code !== 'private_address'))
  assert.equal(counted.connections, 0)
})

/** A receiver of in.example.com over TLS, whose certificate it signed itself. */
async function startSecure(t: TestContext, address: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-webhook-'))
  t.after(() => rm(folder, { recursive: true }))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=in.example.com', '-addext', 'subjectAltName=DNS:in.example.com', '-days', '2']
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile]
  await promisify(execFile)('openssl', ['req', ...made, ...subject])
  const cert = await readFile(certFile)
  const receiver = createHttpsServer({ key: await readFile(keyFile), cert }, (_, response) =>
    response.writeHead(204).end(),
  )
  await listening(t, receiver, address)
  t.after(() => receiver.closeAllConnections())
  return { cert, port: (receiver.address() as AddressInfo).port }
}

test('networks that the operator allows are called by name, over TLS that is verified', async (t) => {
  const { cert, port } = await startSecure(t, '127.0.0.1')
  const server = await startNameServer(() => ['127.0.0.1'])
  t.after(() => server.close())
  const networks = open(t, { isProduction: true, allowed: ['127.0.0.0/8'], nameServers: [server.address] })
  const call = async (name: string) =>
    (await callEndpoint({ url: `https://${name}:${port}/`, secrets: [makeSecret()], networks }, message)).errorCode
  assert.equal(await call('in.example.com'), 'tls')
  networks.https.options.ca = cert
  assert.equal(await call('in.example.com'), null)
  assert.equal(await call('other.example.com'), 'tls')
  assert.equal(await call('in.example.com'), null)
  const walled = open(t, { isProduction: true, allowed: ['10.0.0.0/8'], nameServers: [server.address] })
  const url = `https://in.example.com:${port}/`
  const refused = await callEndpoint({ url, secrets: [makeSecret()], networks: walled }, message)
  assert.equal(refused.errorCode, 'private_address')
})

test('of a name with several addresses the next is called where one refuses', async (t) => {
  const { cert, port } = await startSecure(t, '127.0.0.2')
  const names: Record<string, string[] | null> = {
    'in.example.com': ['127.0.0.1', '127.0.0.2'],
    'closed.example.com': ['127.0.0.1', '127.0.0.3'],
    'silent.example.com': null,
  }
  const server = await startNameServer((name) => names[name] ?? null)
  t.after(() => server.close())
  const networks = open(t, { isProduction: true, allowed: ['127.0.0.0/8'], nameServers: [server.address] })
  networks.https.options.ca = cert
  const call = (name: string) =>
    callEndpoint({ url: `https://${name}:${port}/`, secrets: [makeSecret()], networks }, message)
  assert.equal((await call('in.example.com')).status, 204)
  assert.equal((await call('closed.example.com')).errorCode, 'refused')
  const { errorCode, durationMs } = await call('silent.example.com')
  assert.equal(errorCode, 'timeout')
  assert.ok(durationMs < 10_000, `${durationMs} ms`)
})

test('an answer that would have the connection for something else is no success, and ends the call', async (t) => {
  const server = await startCounting(t, (socket) =>
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ),
  )
  const url = `http://127.0.0.1:${server.port}/`
  const { status, errorCode } = await callEndpoint({ url, secrets: [makeSecret()], networks: open(t) }, message)
  assert.deepEqual([status, errorCode], [101, 'status'])
})

test('what does not answer, refuses or breaks off is told apart', async (t) => {
  const networks = open(t)
  const call = (port: number, signal?: AbortSignal) =>
    callEndpoint({ url: `http://127.0.0.1:${port}/`, secrets: [makeSecret()], networks }, message, signal)
  const broken = await startCounting(t)
  assert.equal((await call(broken.port)).errorCode, 'connection_lost')
  const silent = await startCounting(t, () => undefined)
  const cut = new AbortController()
  const pending = call(silent.port, cut.signal)
  cut.abort()
  assert.deepEqual(
    [(await pending).errorCode, (await call(silent.port, cut.signal)).errorCode],
    ['connection_lost', 'connection_lost'],
  )
  const late = await call(silent.port)
  assert.equal(late.errorCode, 'timeout')
  assert.ok(late.durationMs >= 14_900, `${late.durationMs} ms`)
  const [free] = [await freePort()]
  assert.equal((await call(free)).errorCode, 'refused')
})

test('a server that closes a resting connection is called again on a new one', async (t) => {
  let answered = 0
  const server = await startCounting(t, (socket) => {
    socket.on('data', () => {
      // The second request on a connection is what a server that just closed it would answer: nothing.
      if (socket.bytesWritten > 0) return socket.resetAndDestroy()
      answered += 1
      socket.write('HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n')
    })
  })
  const networks = open(t)
  const call = () =>
    callEndpoint({ url: `http://127.0.0.1:${server.port}/`, secrets: [makeSecret()], networks }, message)
  for (let count = 1; count <= 3; count += 1) assert.equal((await call()).errorCode, null)
  assert.deepEqual([answered, server.connections], [3, 3])
})

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'))
  return port
}
