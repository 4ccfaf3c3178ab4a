import fastify from 'fastify'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { filesOf } from './files.ts'

test('a large file leaves piece by piece, and others get their turn between two of them', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'tijdig-files-'))
  t.after(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'large.js'), Buffer.alloc(4_000_000, 'x'))
  const files = filesOf(root)
  const app = fastify()
  t.after(() => app.close())
  app.get('/', (request, reply) => files.send(request, reply, 'large.js'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => client.destroy())
  const [socket] = await accepted
  client.resume()
  client.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  let [written, mostAtOnce] = [0, 0]
  while (client.bytesRead < 4_000_000) {
    await nextTurn()
    mostAtOnce = Math.max(mostAtOnce, socket.bytesWritten - written)
    written = socket.bytesWritten
  }
  assert.ok(mostAtOnce > 0 && mostAtOnce <= 3 * 65_536, `${mostAtOnce} bytes in one turn`)
})
