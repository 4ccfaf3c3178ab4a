import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

// Clients in a process of their own: each request on a connection of its own, in four lanes, until one is refused.

const lanes = 4
const outcomes: Record<string, number> = {}
let isRefused = false

function request(): Promise<string> {
  return new Promise((resolve) => {
    let isConnected = false
    const socket = connect(Number(process.argv[2]), '127.0.0.1', () => {
      isConnected = true
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
    })
    socket.once('data', (answer) => {
      resolve(answer.toString().startsWith('HTTP/1.1 200') ? 'answered' : answer.toString())
      socket.destroy()
    })
    // Before it is connected nothing was sent, so that a proxy passes it on.
    socket.on('error', () => undefined).once('close', () => resolve(isConnected ? 'lost' : 'refused'))
  })
}

async function lane(): Promise<void> {
  while (!isRefused) {
    const outcome = await request()
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (outcome === 'refused') isRefused = true
    if (outcome === 'answered' && outcomes[outcome] === 30) process.send?.('busy')
    await sleep(Math.random() * 12)
  }
}

await Promise.all(Array.from({ length: lanes }, lane))
process.send?.(outcomes)
