import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test, type TestContext } from 'node:test'
import { startTestProduct, type TestHolder, type TestProduct } from '../../../test/harness.ts'
import { newKey } from '../../../test/operation-cases.ts'
import { freePorts } from '../../../test/postgres.ts'
import { runCommand } from '#/main/run-command.ts'
import { isSigned, startReceiver } from '#/app/client/events/receiver-for-tests.ts'

describe('tijdig trigger', () => {
  let product: TestProduct
  let holder: TestHolder
  before(async () => {
    product = await startTestProduct({ roles: ['api'] })
    holder = await product.createHolder()
  })
  after(() => product?.stop())

  async function run(args: readonly string[], env: Record<string, string> = {}) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const surroundings = { TIJDIG_BASE_URL: product.baseUrl, TIJDIG_API_KEY: holder.apiKey, ...env }
    const code = await runCommand(args, { env: surroundings, stdin: Readable.from([]), stdout, stderr })
    return { code, stdout: await text(stdout.end()), stderr: await text(stderr.end()) }
  }

  async function receiver(t: TestContext) {
    const started = await startReceiver()
    t.after(() => started.stop())
    return started
  }

  test('an example reaches the receiver, signed with the secret that listen prints, and marked by sequence 0', async (t) => {
    const { url, received } = await receiver(t)
    const { code, stdout, stderr } = await run(['trigger', 'appointment.confirmed', '--forward-to', url])
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^An example of appointment\.confirmed was answered 204 after \d+ ms\.\n$/)
    const printed = await run(['listen', '--print-secret'])
    assert.match(printed.stdout, /^whsec_[A-Za-z0-9+/]{43}=\n$/)
    const [got] = received
    assert.ok(got && isSigned(got, printed.stdout.trim()))
    const message = JSON.parse(got.body)
    assert.deepEqual(
      [message.type, message.sequence, message.id, message.platformHolderId],
      ['appointment.confirmed', 0, got.headers['webhook-id'], holder.id],
    )
    assert.equal(message.subject.path, `/api/v1/platform-holders/${holder.id}/appointments/${message.subject.id}`)
    assert.equal(got.headers['content-type'], 'application/json; charset=utf-8')
    assert.ok(!stdout.includes(holder.apiKey))
  })

  test('another key has another secret', async () => {
    const other = await newKey(product, holder, ['webhooks:read'])
    const one = await run(['listen', '--print-secret'])
    const two = await run(['listen', '--print-secret'], { TIJDIG_API_KEY: other })
    assert.notEqual(one.stdout, two.stdout)
    assert.equal((await run(['listen', '--print-secret'])).stdout, one.stdout)
  })

  test('what the receiver says against it is shown, and nothing of it steers the terminal', async (t) => {
    const refusing = await receiver(t)
    refusing.answer = (response) => void response.writeHead(400).end('Wrong \u001b[2J signature\nand more')
    const { code, stdout, stderr } = await run(['trigger', 'ping', '--forward-to', refusing.url])
    assert.equal(code, 1)
    assert.match(stderr, /give it the secret of this key: `tijdig listen --print-secret`/)
    assert.match(stdout, /was answered 400 after \d+ ms: Wrong \uFFFD\[2J signature\.\n$/)
    const [free = 0] = await freePorts(1)
    const away = await run(['trigger', 'ping', '--forward-to', `localhost:${free}`, '--json'])
    assert.equal(away.code, 1)
    const { type, status, problem } = JSON.parse(away.stdout)
    assert.deepEqual([type, status, problem], ['ping', null, 'nothing listens there'])
  })

  test('a redirect is not followed', async (t) => {
    const [target, from] = [await receiver(t), await receiver(t)]
    from.answer = (response) => void response.writeHead(307, { location: target.url }).end()
    const { code, stdout } = await run(['trigger', 'ping', '--forward-to', from.url])
    assert.equal(code, 1)
    assert.match(stdout, /was answered 307/)
    assert.deepEqual(target.received, [])
  })

  test('an endpoint is called by the service itself, with its own secret', async (t) => {
    const { url, received } = await receiver(t)
    const created = await holder.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url })
    const { endpoint, secret } = created.body.data
    const { code, stdout } = await run(['trigger', 'reminder.sent', '--endpoint', endpoint.id])
    assert.equal(code, 0, stdout)
    const [got] = received
    assert.ok(got && isSigned(got, secret))
    assert.equal(JSON.parse(got.body).type, 'reminder.sent')
    const none = await run(['trigger', 'ping', '--endpoint', randomUUID()])
    assert.deepEqual([none.code, none.stdout], [1, ''])
    assert.match(none.stderr, /^There is no webhook endpoint /)
  })

  test('a service that is away is asked a few times, and then given up', async () => {
    const [free = 0] = await freePorts(1)
    const away = { TIJDIG_BASE_URL: `http://127.0.0.1:${free}` }
    const { code, stdout, stderr } = await run(['trigger', 'ping', '--forward-to', 'localhost:1'], away)
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(stderr.match(/^Waiting [\d.]+ s: the service cannot be reached \(ECONNREFUSED\)\.$/gm)?.length, 3)
    assert.match(stderr, /\nGiven up after 4 attempts: the service cannot be reached \(ECONNREFUSED\)\.\n$/)
  })

  test('a type that does not exist, a key that may not, and a place that is missing are one sentence each', async () => {
    const reading = await newKey(product, holder, ['appointments:read'])
    const to = ['--forward-to', 'http://127.0.0.1:1/']
    const cases: [args: string[], env: Record<string, string>, says: RegExp, code?: number][] = [
      [
        ['trigger', 'appointment.confirm', ...to],
        {},
        /no type of event appointment\.confirm\. Did you mean appointment\.confirmed, /,
      ],
      [['listen', ...to, '--types', 'ping,reminder.send'], {}, /Did you mean reminder\.sent, /],
      [['trigger', 'ping', ...to], { TIJDIG_API_KEY: '' }, /^TIJDIG_API_KEY is not set: .* webhooks:read /],
      [['trigger', 'ping', ...to], { TIJDIG_API_KEY: 'tijdig_sk_none' }, /^The API key is not accepted: .*--url\.$/m],
      [['trigger', 'ping', ...to], { TIJDIG_API_KEY: reading }, /lacks the scope webhooks:read: make one/],
      [['events', 'tail'], { TIJDIG_API_KEY: reading }, /lacks the scope webhooks:read: make one/],
      [['logs', 'tail'], { TIJDIG_API_KEY: reading }, /lacks the scope access:read: make one/],
      [['trigger', 'ping'], {}, /^Say where it goes: --forward-to URL, or --endpoint ID/],
      [['trigger', 'ping', '--forward-to', 'http://'], {}, /It is a web address such as/, 64],
      [['listen', ...to, '--since', 'yesterday'], {}, /sequence of an event/, 64],
      [['listen'], {}, /Say where they go: --forward-to URL/],
      [['logs', 'tail', '--status', '3xx'], {}, /2xx, 4xx, 5xx/, 64],
      [
        ['trigger', 'ping', ...to],
        { TIJDIG_BASE_URL: `${product.baseUrl}/reference` },
        /not one of Tijdig: check --url/,
      ],
    ]
    for (const [args, env, says, exitCode = 1] of cases) {
      const { code, stdout, stderr } = await run(args, env)
      assert.deepEqual([code, stdout], [exitCode, ''], args.join(' '))
      assert.match(stderr, says)
      assert.doesNotMatch(stderr, /tijdig_sk_|\n\s+at /)
    }
  })
})
