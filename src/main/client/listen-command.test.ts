import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { callApi, eventually, startTestProduct, type TestHolder, type TestProduct } from '../../../test/harness.ts'
import { staffOf } from '../../../test/integration-world.ts'
import { storeAppointment } from '../../../test/operation-cases.ts'
import { isSigned, startReceiver } from '#/app/client/events/receiver-for-tests.ts'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

describe('commands that follow events and calls', () => {
  let product: TestProduct
  let proxy: Proxy
  before(async () => {
    product = await startTestProduct()
    proxy = await startProxy(product.baseUrl)
  })
  after(async () => {
    await proxy?.stop()
    await product?.stop()
  })

  /** A command that goes on until it is told to end. */
  function start(t: TestContext, holder: TestHolder, args: readonly string[]) {
    const env = { PATH: process.env['PATH'] ?? '', TIJDIG_BASE_URL: proxy.url, TIJDIG_API_KEY: holder.apiKey }
    const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const written = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
    const ended = once(child, 'close')
    t.after(async () => {
      child.kill('SIGKILL')
      await ended
    })
    return {
      written,
      child,
      ended,
      lines: () => written.stdout.split('\n').slice(0, -1),
      says: (what: RegExp) => eventually(async () => what.test(written.stderr)),
      async interrupt() {
        child.kill('SIGINT')
        const [code] = await ended
        return code as number | null
      },
    }
  }

  async function world(t: TestContext) {
    const [holder, receiver] = await Promise.all([product.createHolder(), startReceiver()])
    t.after(() => receiver.stop())
    return { holder, receiver, to: ['--forward-to', receiver.url] }
  }

  const typesOf = (received: readonly { body: string }[]) => received.map(({ body }) => JSON.parse(body).type)
  const sequencesOf = (received: readonly { body: string }[]) => received.map(({ body }) => JSON.parse(body).sequence)

  test('listen forwards what happens as an endpoint would be told, shows it, and ends at once', async (t) => {
    const { holder, receiver, to } = await world(t)
    const listening = start(t, holder, ['listen', ...to])
    await listening.says(/until Ctrl-C/)
    const appointment = await storeAppointment(product, holder)
    const line = await eventually(async () => listening.lines().find((one) => one.includes('appointment.registered')))
    assert.match(
      line,
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d +1  appointment\\.registered +${appointment.id}  204 +\\d+ ms$`),
    )
    const [, secret = ''] = /(whsec_\S+)/.exec(listening.written.stderr) ?? []
    const [got] = receiver.received
    assert.ok(got && isSigned(got, secret))
    const { body } = await holder.call('GET', '/events')
    assert.deepEqual(JSON.parse(got.body), body.data.items[0])
    assert.equal(await listening.interrupt(), 0)
    assert.match(listening.written.stderr, /Ended behind event \d+: --since \d+ goes on there\.\n$/)
    assert.ok(!listening.written.stderr.includes(holder.apiKey))
  })

  test('what happened while nobody listened arrives with --since, by type, and once', async (t) => {
    const { holder, receiver, to } = await world(t)
    await holder.call('GET', '/events')
    for (let one = 0; one < 3; one += 1) await storeAppointment(product, holder)
    // They get their numbers half a second later.
    await eventually(async () => (await holder.call('GET', '/events')).body.data.newest >= 3)
    const listening = start(t, holder, ['listen', ...to, '--since', '1', '--types', 'appointment.registered'])
    await eventually(async () => receiver.received.length >= 2)
    await storeAppointment(product, holder)
    await eventually(async () => receiver.received.length >= 3)
    assert.deepEqual(new Set(typesOf(receiver.received)), new Set(['appointment.registered']))
    const sequences = sequencesOf(receiver.received)
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].toSorted((one, other) => one - other),
    )
    assert.ok(sequences.every((sequence) => sequence > 1))
    await listening.interrupt()
    const beyond = start(t, holder, ['listen', ...to, '--since', '999999'])
    assert.deepEqual(await beyond.ended, [1, null])
    assert.match(beyond.written.stderr, /another Tijdig, or one that was restored\. --since 0 begins/)
  })

  test('of many changes at once each arrives once, in the order of the feed', async (t) => {
    const { holder, receiver, to } = await world(t)
    // Whoever answers late must not be overtaken by the next.
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), Math.random() * 20)
    const listening = start(t, holder, ['listen', ...to])
    await listening.says(/until Ctrl-C/)
    await Promise.all(Array.from({ length: 40 }, () => storeAppointment(product, holder)))
    const registered = () => typesOf(receiver.received).filter((type) => type === 'appointment.registered')
    await eventually(async () => registered().length >= 40)
    const sequences = sequencesOf(receiver.received)
    assert.deepEqual(
      sequences,
      Array.from({ length: sequences.length }, (_, index) => index + 1),
    )
    await listening.interrupt()
  })

  test('a service that is busy, away or cut off is asked again, also at the very start, and loses nothing', async (t) => {
    const { holder, receiver, to } = await world(t)
    const busy = [503, 429, 500]
    proxy.fault = (response) => {
      const status = busy.shift()
      if (status === undefined) return false
      response.writeHead(status, { 'retry-after': '0' }).end('{}')
      return true
    }
    const listening = start(t, holder, ['listen', ...to])
    await listening.says(/answers 503[^]*answers 429[^]*answers 500[^]*answers again[^]*until Ctrl-C/)
    await storeAppointment(product, holder)
    await eventually(async () => receiver.received.length >= 1)
    let cuts = 0
    proxy.fault = (response) => {
      cuts += 1
      response.destroy()
      return true
    }
    proxy.cut()
    await eventually(async () => cuts >= 2)
    await storeAppointment(product, holder)
    proxy.fault = () => false
    await eventually(
      async () => typesOf(receiver.received).filter((type) => type === 'appointment.registered').length >= 2,
    )
    assert.match(listening.written.stderr, /Waiting [\d.]+ s: the service cannot be reached/)
    const sequences = sequencesOf(receiver.received)
    assert.deepEqual(
      sequences,
      Array.from({ length: sequences.length }, (_, index) => index + 1),
    )
    await listening.interrupt()
  })

  test('a receiver that says no, is away or hangs holds up nothing for good, nor the end', async (t) => {
    const { holder, receiver, to } = await world(t)
    receiver.answer = (response) => void response.writeHead(500).end('Out of order')
    const listening = start(t, holder, ['listen', ...to, '--json'])
    await listening.says(/until Ctrl-C/)
    await storeAppointment(product, holder)
    const first = JSON.parse(await eventually(async () => listening.lines()[0]))
    assert.deepEqual([first.type, first.status, first.problem], ['appointment.registered', 500, 'Out of order'])
    assert.doesNotMatch(listening.written.stderr, /secret of this key/)
    receiver.answer = (response) => void response.writeHead(401).end()
    for (const count of [2, 3]) {
      await storeAppointment(product, holder)
      await eventually(async () => listening.lines().length >= count)
    }
    assert.equal(listening.written.stderr.split('give it the secret of this key').length, 2, 'said once')
    receiver.answer = () => undefined
    const had = receiver.received.length
    await storeAppointment(product, holder)
    await eventually(async () => receiver.received.length > had)
    const startedMs = performance.now()
    assert.equal(await listening.interrupt(), 0)
    assert.ok(performance.now() - startedMs < 14_000, 'it did not wait for the receiver')
    // What got no answer comes again.
    const [, since = ''] = /--since (\d+) goes on/.exec(listening.written.stderr) ?? []
    const hanging = sequencesOf(receiver.received).at(-1)
    assert.ok(Number(since) < hanging)
  })

  test('an event is sent again under its id: to a receiver, and to the endpoints that were told of it', async (t) => {
    const { holder, receiver, to } = await world(t)
    const endpoint = await startReceiver()
    t.after(() => endpoint.stop())
    const made = await holder.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url: endpoint.url })
    await storeAppointment(product, holder)
    await eventually(async () => endpoint.received.length >= 1)
    const [told] = endpoint.received
    const { id, sequence } = JSON.parse(told?.body ?? '{}')
    for (const wanted of [id, String(sequence)]) {
      const sent = start(t, holder, ['events', 'resend', wanted, ...to])
      assert.deepEqual(await sent.ended, [0, null], sent.written.stderr)
      assert.equal(receiver.received.at(-1)?.headers['webhook-id'], id)
    }
    const again = start(t, holder, ['events', 'resend', id])
    assert.deepEqual(await again.ended, [0, null], again.written.stderr)
    assert.match(
      again.written.stdout,
      new RegExp(`^Event ${sequence} \\(${JSON.parse(told?.body ?? '{}').type}\\) goes again to ${endpoint.url} `),
    )
    await eventually(async () => endpoint.received.filter(({ headers }) => headers['webhook-id'] === id).length >= 2)
    const at = `/webhook-endpoints/${made.body.data.endpoint.id}`
    assert.equal((await holder.call('PATCH', at, { expectedVersion: 1, status: 'paused' })).status, 200)
    const held = start(t, holder, ['events', 'resend', id])
    assert.deepEqual(await held.ended, [0, null], held.written.stderr)
    assert.match(
      held.written.stdout,
      /^Event \d+ \(.*\) waits until .* is enabled again: it is paused or disabled\.\n$/,
    )
    const json = start(t, holder, ['events', 'resend', id, '--json'])
    assert.deepEqual(await json.ended, [0, null], json.written.stderr)
    assert.equal(JSON.parse(json.written.stdout).endpoints[0].state, 'held')
    const none = start(t, holder, ['events', 'resend', '999999', ...to])
    assert.deepEqual(await none.ended, [1, null])
    assert.match(none.written.stderr, /^There is no event 999999, /)
  })

  test('what staff have sent again arrives too, one by one or since a moment, under its id and by type', async (t) => {
    const { holder, receiver, to } = await world(t)
    const endpoint = await startReceiver()
    t.after(() => endpoint.stop())
    const made = await holder.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url: endpoint.url })
    const at = `/webhook-endpoints/${made.body.data.endpoint.id}`
    const listening = start(t, holder, ['listen', ...to])
    const other = await startReceiver()
    t.after(() => other.stop())
    const others = start(t, holder, ['listen', '--forward-to', other.url, '--types', 'appointment.confirmed'])
    const asked = start(t, holder, ['events', 'tail'])
    await Promise.all([listening, others, asked].map((one) => one.says(/until Ctrl-C/)))
    for (let one = 0; one < 2; one += 1) await storeAppointment(product, holder)
    const registered = (one: typeof receiver) =>
      one.received.filter(({ body }) => JSON.parse(body).type === 'appointment.registered')
    await eventually(async () => [receiver, endpoint].every((one) => registered(one).length === 2))
    const [first, second] = registered(receiver)
    assert.ok(first && second)
    const { id: eventId, sequence } = JSON.parse(first.body)
    const deliveries = await holder.call('GET', `${at}/deliveries?pageSize=100`)
    const delivery = deliveries.body.data.items.find((one: { eventId: string }) => one.eventId === eventId)
    const session = { ...(await staffOf(product, holder)), origin: product.baseUrl, 'x-service-csrf': '1' }
    const inPortal = (path: string, body: object) =>
      callApi(`${product.baseUrl}/api/v1/platform-holders/${holder.id}${path}`, 'POST', body, session)
    const again = await inPortal(`${at}/deliveries/${delivery.id}/resend`, { clientRequestId: randomUUID() })
    assert.equal(again.status, 202, JSON.stringify(again.body))
    await eventually(async () => [receiver, endpoint].every((one) => registered(one).length === 3))
    const repeated = registered(receiver)[2]
    assert.equal(repeated?.body, first.body)
    assert.equal(repeated?.headers['webhook-id'], eventId)
    const linesOf = () => listening.lines().filter((line) => line.includes(` ${sequence}  appointment.registered`))
    await eventually(async () => linesOf().length === 2)

    const recovery = { clientRequestId: randomUUID(), since: '2026-01-01T00:00:00Z', which: 'all' }
    const recovered = await inPortal(`${at}/recovery`, recovery)
    const { requeued } = recovered.body.data
    assert.ok(requeued >= 2)
    await eventually(async () => registered(receiver).length === 5)
    // Neither the endpoint that is told all nor a receiver of other types is told that something was sent again; the feed is.
    await eventually(async () => asked.lines().filter((line) => line.includes('webhook_endpoint.resent')).length === 2)
    assert.equal(await listening.interrupt(), 0)
    assert.equal(await others.interrupt(), 0)
    assert.deepEqual(other.received, [])
    for (const { received } of [receiver, endpoint])
      assert.ok(!typesOf(received).includes('webhook_endpoint.resent'), 'a marker was told')
    const [, since = ''] = /--since (\d+) goes on/.exec(listening.written.stderr) ?? []
    assert.ok(Number(since) > sequence, 'what was sent again took it back')
  })

  test('tail shows events, whole as JSON, and ends well when nobody reads on', async (t) => {
    const { holder } = await world(t)
    const [words, json] = [
      start(t, holder, ['events', 'tail', '--since', '0']),
      start(t, holder, ['events', 'tail', '--json', '--since', '0']),
    ]
    await Promise.all(
      [words, json].map(() => eventually(async () => (await holder.call('GET', '/events')).status === 200)),
    )
    const { id } = await storeAppointment(product, holder)
    const [line, whole] = await Promise.all([words, json].map((one) => eventually(async () => one.lines()[0])))
    assert.match(line ?? '', new RegExp(`^\\d\\d:\\d\\d:\\d\\d +1  appointment\\.registered +${id}$`))
    assert.deepEqual(JSON.parse(whole ?? ''), (await holder.call('GET', '/events')).body.data.items[0])
    assert.equal(await words.interrupt(), 0)
    json.child.stdout.destroy()
    await storeAppointment(product, holder)
    const [code] = await json.ended
    assert.deepEqual([code, json.written.stderr], [0, 'Events show here as they happen, until Ctrl-C.\n'])
  })

  test('the log of calls shows those that went wrong, with fields and request id, as they happen', async (t) => {
    const { holder } = await world(t)
    const logs = start(t, holder, ['logs', 'tail', '--status', '4xx'])
    const json = start(t, holder, ['logs', 'tail', '--json'])
    const wrong = await holder.call('POST', '/appointments', { clientRequestId: randomUUID() })
    const { requestId } = wrong.body
    await eventually(async () => logs.written.stdout.includes(requestId))
    assert.match(
      logs.written.stdout,
      /^\d\d:\d\d:\d\d 400 +\d+ ms  POST \/appointments  VALIDATION_FAILED  req_\w+\n +startsAt: required$/m,
    )
    await eventually(async () => json.written.stdout.includes(requestId))
    const later = await holder.call('GET', `/appointments/${randomUUID()}`)
    await eventually(async () => logs.written.stdout.includes(later.body.requestId))
    assert.equal(logs.written.stdout.split(requestId).length, 2, 'each call shows once')
    for (const one of json.lines()) assert.ok(JSON.parse(one).operation)
    assert.deepEqual([await logs.interrupt(), await json.interrupt()], [0, 0])
  })
})

type Proxy = {
  readonly url: string
  /** Answers instead of the service, or says that it does not. */
  fault: (response: ServerResponse) => boolean
  /** Cuts what is under way. */
  cut(): void
  stop(): Promise<void>
}

/** Stands between a command and the service. */
async function startProxy(target: string): Promise<Proxy> {
  const server = createServer(async (request, response) => {
    if (proxy.fault(response)) return
    const hungUp = new AbortController()
    response.once('close', () => hungUp.abort())
    try {
      const { method = 'GET', headers } = request
      const body = method === 'POST' ? Buffer.concat(await request.toArray()) : null
      const passed = { authorization: String(headers.authorization), 'content-type': 'application/json' }
      const answer = await fetch(target + request.url, { method, headers: passed, body, signal: hungUp.signal })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    } catch (error) {
      if (!hungUp.signal.aborted) throw error
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => false,
    cut: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
