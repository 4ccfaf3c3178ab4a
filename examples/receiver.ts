import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET = '', PORT = '3000' } = process.env
if (!WEBHOOK_SECRET.startsWith('whsec_')) throw new Error('WEBHOOK_SECRET is not set')
const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64')

function isFromTijdig(id: unknown, at: unknown, signatures: unknown, body: Buffer): boolean {
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64')}`)
  const given = String(signatures)
    .split(' ')
    .map((one) => Buffer.from(one))
  return given.some((one) => one.length === right.length && timingSafeEqual(one, right))
}

createServer((request, response) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = request.headers
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks) // as it came, before anything parses it
    if (!isFromTijdig(id, at, signatures, body)) return response.writeHead(400).end()
    console.log(id, JSON.parse(body.toString()).type) // instead: store it, and work on it after the answer
    response.writeHead(204).end()
  })
}).listen(Number(PORT))
