import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  readonly port: number
  /** Ends every connection and refuses new ones, like a dead server. */
  cut(): void
  /** Takes connections and bytes but answers nothing, like a broken network. */
  swallow(): void
  /** Lets everything through again; swallowed connections stay silent. */
  heal(): void
  stop(): Promise<void>
}

/** A proxy before a server, to simulate outages. */
export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  let mode: 'open' | 'cut' | 'swallow' = 'open'
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.on('close', () => sockets.delete(client))
    if (mode === 'cut') client.destroy()
    if (mode !== 'open') return
    const upstream = connect(port, host)
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => {
      sockets.delete(upstream)
      client.destroy()
    })
    client.on('close', () => upstream.destroy())
    client.on('data', (bytes) => mode === 'open' && upstream.write(bytes))
    upstream.on('data', (bytes) => mode === 'open' && client.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const destroyAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      mode = 'cut'
      destroyAll()
    },
    swallow() {
      mode = 'swallow'
    },
    heal() {
      mode = 'open'
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      destroyAll()
      await closed
    },
  }
}
