import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'

import { isLoopbackAddress, isLoopbackUrl } from '#/kernel/text/loopback.ts'
import type { TwinWorld } from '#/sandbox/twin-world.ts'
import { holdConversation, type TwinConversation } from '#/sandbox/voice/conversation/conversation.ts'

/** Fits a list of a hundred appointments, with room to spare. */
const frameMaxBytes = 1024 * 1024
const subprotocol = 'convai'

/**
 * Accepts WebSockets at one path. Pages from any port of this machine may connect, as the product's own do; the
 * signature in the URL decides on the conversation.
 *
 * @param admit the conversation a signature admits to; null when it is not or no longer valid
 */
export function conversationSockets(
  app: FastifyInstance,
  path: string,
  world: TwinWorld,
  admit: (signature: string) => TwinConversation | null,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameMaxBytes,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  })

  app.server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const { origin, host } = request.headers
    const isLocal =
      isLoopbackAddress(request.socket.remoteAddress ?? '') &&
      isLoopbackUrl(`http://${host ?? ''}`) &&
      (origin === undefined || isLoopbackUrl(origin))
    if (!isLocal) return refuse(connection, '403 Forbidden')
    const url = URL.parse(request.url ?? '/', 'http://twin')
    if (url?.pathname !== path) return refuse(connection, '404 Not Found')
    sockets.handleUpgrade(request, connection, head, (socket) => {
      // A frame that is too large or malformed ends the socket; nothing else needs to be done.
      socket.on('error', (error) => world.options.log.warn({ error: error.message }, 'a conversation broke off'))
      const conversation = admit(url.searchParams.get('conversation_signature') ?? '')
      if (conversation === null) return socket.close(1008, 'The signed URL is not valid, or no longer.')
      holdConversation(socket, conversation, world)
    })
  })
  app.addHook('preClose', async () => {
    for (const socket of sockets.clients) socket.terminate()
  })
}

function refuse(connection: Duplex, status: string): void {
  // The client may hang up first.
  connection.on('error', () => connection.destroy())
  connection.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
