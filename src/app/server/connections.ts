import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionBounds = {
  /** Requests in hand of one connection at most; clients that pipeline send a handful. */
  readonly inHandMax: number
  /** Whoever takes less than `leastBytes` of what waits for them in this time is cut off. */
  readonly unreadForMs: number
  readonly leastBytes: number
  readonly checkEveryMs: number
}

const defaults: ConnectionBounds = { inHandMax: 8, unreadForMs: 30_000, leastBytes: 65_536, checkEveryMs: 5_000 }

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Bounds what one connection can have in hand: a ninth request sent ahead of its answers (RFC 9112 section 9.3.2) ends the
 * connection before anything is done for it.
 *
 * @param handle what serves a request
 */
export function boundInHand(handle: Handler, { inHandMax }: Pick<ConnectionBounds, 'inHandMax'> = defaults): Handler {
  const inHand = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    // Of requests that arrived together with the one too many.
    if (socket.destroyed) return
    const count = inHand.get(socket) ?? 0
    if (count >= inHandMax) return void socket.destroy()
    inHand.set(socket, count + 1)
    response.once('close', () => inHand.set(socket, (inHand.get(socket) ?? 1) - 1))
    handle(request, response)
  }
}

/** Cuts off connections whose other end does not take what was written for it. */
export function cutOffSlowReaders(server: Server, bounds: ConnectionBounds = defaults): void {
  type Reading = { taken: number; sinceMs: number }
  const sockets = new Map<Socket, Reading>()
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { taken: 0, sinceMs: performance.now() })
    socket.once('close', () => sockets.delete(socket))
  })
  const check = () => {
    const now = performance.now()
    for (const [socket, reading] of sockets) {
      const taken = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || taken - reading.taken >= bounds.leastBytes) {
        reading.taken = taken
        reading.sinceMs = now
      } else if (now - reading.sinceMs >= bounds.unreadForMs) socket.destroy()
    }
  }
  const timer = setInterval(check, bounds.checkEveryMs).unref()
  server.once('close', () => clearInterval(timer))
}
