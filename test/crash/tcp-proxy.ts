import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { atEnd } from './at-end.ts'

/** A connection that a test can cut or stall. */
export type TcpProxy = {
  readonly port: number
  /** Everything passes. Listens again after `cut`. */
  pass(): Promise<void>
  /** Requests pass, answers are held back until `pass`. */
  holdAnswers(): void
  /** Connections stay open but nothing passes, as behind a dead router. */
  hang(): void
  /** Connections are reset and new ones refused, as when the server is gone. */
  cut(): Promise<void>
}

/** Stands between a process and a port of 127.0.0.1; stops with the test. */
export async function startTcpProxy(t: TestContext, targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let held = { near: false, far: false }
  const server = createServer((near) => {
    const pair = { near, far: connect(targetPort, '127.0.0.1') }
    pairs.add(pair)
    relay(pair.near, pair.far)
    relay(pair.far, pair.near)
    near.once('close', () => pairs.delete(pair))
    apply(pair)
  })
  const apply = ({ near, far }: { near: Socket; far: Socket }) => {
    if (held.near) near.pause()
    else near.resume()
    if (held.far) far.pause()
    else far.resume()
  }
  const hold = (next: typeof held) => {
    held = next
    for (const pair of pairs) apply(pair)
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
    await closed
  }
  const port = await listen(0)
  atEnd(t, cut)
  return {
    port,
    async pass() {
      hold({ near: false, far: false })
      if (!server.listening) await listen(port)
    },
    holdAnswers: () => hold({ near: false, far: true }),
    hang: () => hold({ near: true, far: true }),
    cut,
  }
}

function relay(from: Socket, to: Socket): void {
  from.on('data', (bytes) => to.write(bytes))
  from.once('end', () => to.end())
  // Either side may be torn down at any time; the other is then torn down too.
  from.once('error', () => to.destroy())
  from.once('close', () => to.destroy())
}
