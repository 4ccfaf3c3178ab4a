import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const [typeA, typeAaaa] = [1, 28]

export type NameServer = {
  /** As `Resolver.setServers` takes it. */
  readonly address: string
  /** How often a name was asked for, of both types. */
  asked: number
  close(): Promise<void>
}

/**
 * A name server on the loopback (RFC 1035).
 *
 * @param addressesOf those of a name, IPv4 only; null: it does not answer
 */
export async function startNameServer(addressesOf: (name: string, asked: number) => readonly string[] | null) {
  const socket = createSocket('udp4')
  const server: NameServer = {
    address: '',
    asked: 0,
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'))
      at += 1 + length
    }
    const type = query.readUInt16BE(at + 1)
    if (type === typeA) server.asked += 1
    const found = addressesOf(labels.join('.').toLowerCase(), server.asked)
    if (found === null) return
    const header = Buffer.from(query.subarray(0, 12))
    // An answer, without an error where the name has addresses; NXDOMAIN where it has none.
    header.writeUInt16BE(found.length > 0 ? 0x81_80 : 0x81_83, 2)
    const answers = type === typeAaaa ? [] : found.map((address) => answerOf(address))
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return Object.assign(server, { address: `127.0.0.1:${socket.address().port}` })
}

/** Of the name in the question, for no time at all. */
function answerOf(address: string): Buffer {
  return Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)])
}
