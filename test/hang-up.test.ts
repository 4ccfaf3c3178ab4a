import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { send } from './api/http-request.ts'
import { hangUp } from './hang-up.ts'
import { callApi, eventually } from './harness.ts'

test('hanging up ends the connections that are not used, and cuts no request off', async (t) => {
  let finish = () => {}
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/slow') finish = () => response.end('null')
    else response.end('null')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const slow = callApi(`${url}/slow`, 'GET')
  await Promise.all([callApi(url, 'GET'), callApi(url, 'GET'), send(url), send(url)])
  assert.equal(await connectionsOf(server), 5)

  await hangUp()
  const atOnce = callApi(url, 'GET')
  await eventually(async () => (await connectionsOf(server)) === 2, 30_000)
  finish()
  assert.deepEqual([(await slow).status, (await atOnce).status], [200, 200])
  await hangUp()
  await eventually(async () => (await connectionsOf(server)) === 0, 30_000)
})

const connectionsOf = (server: Server) => promisify(server.getConnections.bind(server))()
