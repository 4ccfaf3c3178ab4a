import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { send } from '../http-request.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await startTestProduct({ roles: ['api'] })
  holder = await product.createHolder()
})
after(() => product?.stop())

test('hundreds of connections that never finish a request keep nobody waiting', async (t) => {
  const { hostname, port } = new URL(product.baseUrl)
  const authorization = `Bearer ${holder.apiKey}`
  const headers = `POST /api/v1/platform-holders/${holder.id}/appointments/intake HTTP/1.1\r\nhost: ${hostname}\r\n`
  const beginnings = [
    'GE',
    headers,
    `${headers}authorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"sourceSystem"`,
    `${headers}authorization: ${authorization}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{`,
  ]
  const sockets: Socket[] = []
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  for (let index = 0; index < 500; index += 1) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(beginnings[index % beginnings.length] ?? '')
  }
  for (let call = 0; call < 20; call += 1) {
    const started = performance.now()
    const reply = await send(`${product.baseUrl}/api/v1/me`, { headers: { authorization } })
    assert.equal(reply.status, 200)
    assert.ok(performance.now() - started < 10_000, 'a call waited')
  }
  assert.ok(
    sockets.every((socket) => !socket.destroyed),
    'they were still open',
  )
})
