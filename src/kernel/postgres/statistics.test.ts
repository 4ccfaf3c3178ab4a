import assert from 'node:assert/strict'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { testDatabase } from '../../../test/postgres.ts'
import { refreshStatistics } from './statistics.ts'

/** Between a client and its server, and silent from when the client takes leave (message `X` of the protocol). */
async function silentAtTheEnd(t: TestContext, databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  const serverPort = Number(url.port)
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    upstream.pipe(client, { end: false })
    client.on('data', (chunk) => void (chunk[0] !== 'X'.charCodeAt(0) && upstream.write(chunk)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  // Safe: it listens on a port.
  url.port = String((server.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  return url.href
}

test('a server that goes silent when the statistics are done does not hold up whoever asked for them', async (t) => {
  const database = await testDatabase()
  t.after(() => database.drop())
  const url = await silentAtTheEnd(t, database.url)
  const beganMs = performance.now()
  await refreshStatistics(url, new AbortController().signal)
  assert.ok(performance.now() - beganMs < 20_000)
})
