import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import type { Receipt } from '#/ports/delivery.ts'
import type { SmsMessage } from '#/ports/sms.ts'
import { destinationGuard } from '#/providers/destination-guard.ts'
import { cmSms } from './cm.ts'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'

const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
const patience = () => AbortSignal.timeout(60_000)

const reminder: SmsMessage = {
  reference: '0123456789abcdef0123456789abcdef',
  to: '+31612345678',
  from: 'Praktijk',
  text: 'Morgen om 10:00: uw afspraak, patiënt',
  validitySeconds: 7505,
}

function adapter(baseUrl: string, productToken: string = testAccount.productToken) {
  return cmSms({ baseUrl, productToken, webhookTokens: ['newer', 'secret'], guard })
}

async function twin(t: TestContext) {
  const sandbox = await sandboxForTests(t)
  return { sandbox, sms: adapter(`${sandbox.url}/cm`) }
}

function receiptsIn(verdict: readonly Receipt[] | 'forged' | 'malformed'): readonly Receipt[] {
  assert.ok(typeof verdict !== 'string', String(verdict))
  return verdict
}

test('a message arrives whole, and its reports carry our reference', async (t) => {
  const { sandbox, sms } = await twin(t)
  assert.deepEqual(await sms.send(reminder, patience()), {
    outcome: 'accepted',
    providerMessageId: null,
    providerCode: '0',
  })
  const { items } = await sandbox.get('/inbox/sms')
  assert.deepEqual([items[0].to, items[0].reference, items[0].text], [reminder.to, reminder.reference, reminder.text])
  assert.deepEqual([items[0].encoding, items[0].segments], ['UCS-2', 1])
  const receipts = (await sandbox.webhooksWhen(2)).flatMap((webhook) => receiptsIn(sms.readReceipts(webhook)))
  assert.deepEqual(
    receipts.map((receipt) => receipt.state),
    ['sent', 'delivered'],
  )
  assert.ok(
    receipts.every((receipt) => receipt.reference === reminder.reference && receipt.reason === null && receipt.at),
  )
})

test('each magic number ends with the reason it stands for', async (t) => {
  const { sandbox, sms } = await twin(t)
  for (const [to, reason] of [
    ['+31600000001', 'invalid_number'],
    ['+31600000002', 'invalid_number'],
    ['+31600000003', 'recipient_opted_out'],
  ] as const) {
    const handOver = await sms.send({ ...reminder, to }, patience())
    assert.ok(
      handOver.outcome === 'refused' && handOver.permanent && handOver.reason === reason,
      JSON.stringify(handOver),
    )
  }
  for (const to of ['+31600000004', '+31600000005', '+31600000006']) {
    sandbox.webhooks.length = 0
    assert.equal((await sms.send({ ...reminder, to }, patience())).outcome, 'accepted')
    const [, last] = await sandbox.webhooksWhen(2)
    const [receipt] = receiptsIn(sms.readReceipts(last!))
    assert.deepEqual([receipt?.state, receipt?.reason], ['undelivered', 'number_unreachable'])
  }
})

test('faults become refused or unknown, and a look-up can never tell', async (t) => {
  const { sandbox, sms } = await twin(t)
  const once = (mode: string) => sandbox.post('/faults', { provider: 'cm', mode, count: 1 })
  await once('error')
  const error = await sms.send(reminder, patience())
  assert.ok(error.outcome === 'refused' && !error.permanent && error.providerCode === '500')
  await once('refuse')
  const refused = await sms.send(reminder, patience())
  assert.ok(refused.outcome === 'refused' && refused.permanent && refused.providerCode === '403')
  for (const mode of ['blackhole', 'timeout']) {
    await once(mode)
    assert.equal((await sms.send(reminder, AbortSignal.timeout(150))).outcome, 'unknown')
  }
  await once('slow')
  assert.equal((await sms.send(reminder, patience())).outcome, 'accepted')
  assert.equal((await sandbox.get('/inbox/sms')).items.length, 2)
  assert.deepEqual(await sms.find(reminder, Temporal.Now.instant(), patience()), { found: 'cannot_tell' })
})

test('a wrong product token may be tried again once it is mended', async (t) => {
  const { sandbox } = await twin(t)
  const handOver = await adapter(`${sandbox.url}/cm`, 'wrong').send(reminder, patience())
  assert.ok(handOver.outcome === 'refused' && !handOver.permanent && handOver.providerCode === '103')
})

test('the request is the one CM describes', async (t) => {
  let seen: unknown
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen = { url: request.url, token: request.headers['x-cm-producttoken'], body: JSON.parse(body) }
      response.writeHead(502).end('<html>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const handOver = await adapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).send(
    reminder,
    patience(),
  )
  assert.deepEqual(handOver, { outcome: 'unknown', detail: 'HTTP 502' })
  const msg = {
    from: 'Praktijk',
    to: [{ number: '0031612345678' }],
    body: { type: 'auto', content: reminder.text },
    reference: reminder.reference,
    minimumNumberOfMessageParts: 1,
    maximumNumberOfMessageParts: 8,
    allowedChannels: ['SMS'],
    validity: '2h5m5s',
  }
  assert.deepEqual(seen, { url: '/v1.0/message', token: testAccount.productToken, body: { messages: { msg: [msg] } } })
})

test('a success that is no answer of CM leaves the outcome unknown, and one without messages is taken on', async (t) => {
  const answers = [
    '<html>Please sign in</html>',
    '',
    '{"details":"Created 1 message(s)","errorCode":0,"messages":null}',
  ]
  const server = createServer((_request, response) => response.end(answers.shift()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const sms = adapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const unknown = { outcome: 'unknown', detail: 'HTTP 200 without an answer' }
  assert.deepEqual(await sms.send(reminder, patience()), unknown)
  assert.deepEqual(await sms.send(reminder, patience()), unknown)
  assert.deepEqual(await sms.send(reminder, patience()), {
    outcome: 'accepted',
    providerMessageId: null,
    providerCode: '0',
  })
})

test('in a test environment nothing is sent to the real host', async () => {
  const handOver = await adapter('https://gw.messaging.cm.com').send(reminder, patience())
  assert.ok(handOver.outcome === 'refused' && handOver.permanent && handOver.reason === 'test_mode')
})

test('a webhook needs one of the tokens in force, in its query or as its last path segment', () => {
  const sms = adapter('http://127.0.0.1:1')
  const rawBody = JSON.stringify({ messages: { msg: [{ reference: 'ab', status: { code: 2, errorCode: '' } }] } })
  const read = (url: string) => sms.readReceipts({ url, headers: {}, rawBody })
  for (const url of [
    'https://x.example/s?token=secret',
    'https://x.example/s?token=newer',
    'https://x.example/s/secret',
  ]) {
    assert.equal(receiptsIn(read(url))[0]?.state, 'delivered', url)
  }
  for (const url of [
    'https://x.example/s',
    'https://x.example/s?token=',
    'https://x.example/s?token=secre',
    'https://x.example/secret/s',
  ]) {
    assert.equal(read(url), 'forged', url)
  }
})

test('reports that say nothing new or nothing sensible do no harm', () => {
  const sms = adapter('http://127.0.0.1:1')
  const read = (rawBody: string) => sms.readReceipts({ url: 'https://x.example/s?token=secret', headers: {}, rawBody })
  assert.deepEqual(read('{"messages":{"msg":{"status":{"code":"77"}}}}'), [])
  for (const malformed of ['', 'x', '[]', '{"messages":{}}', '{"messages":{"msg":{"status":null}}}'])
    assert.equal(read(malformed), 'malformed')
  const [rejected] = receiptsIn(
    read('{"messages":{"msg":{"received":"2026-11-20 10:00","status":{"code":1,"errorCode":402}}}}'),
  )
  // The code beside a status is the network's: 402 in CM's list of refusals says that somebody opted out, and here nothing.
  assert.deepEqual([rejected?.state, rejected?.reason, rejected?.at], ['failed', 'carrier_rejected', null])
})

test('a second answer to the same message is a message of its own, a second delivery of one is not', async (t) => {
  const { sandbox, sms } = await twin(t)
  await sms.send({ ...reminder, from: '+3197010240001' }, patience())
  await sandbox.post('/sms/reply', { from: reminder.to, text: 'Hoe laat?' })
  await sandbox.post('/sms/reply', { from: reminder.to, text: 'STOP' })
  const deliveries = sandbox.webhooks.filter((webhook) => webhook.url.includes('/cm/inbound'))
  // As CM documents it: the reference is that of the message being answered.
  for (const { rawBody } of deliveries) assert.equal(JSON.parse(rawBody).reference, reminder.reference)
  const ids = [...deliveries, ...deliveries].map((delivery) => {
    const message = sms.readInbound(delivery)
    assert.ok(typeof message === 'object')
    return message.providerMessageId
  })
  assert.equal(new Set(ids).size, 2)
})

test('an answer from the phone arrives with the token', async (t) => {
  const { sandbox, sms } = await twin(t)
  await sms.send({ ...reminder, from: '+3197010240001' }, patience())
  await sandbox.post('/sms/reply', { from: reminder.to, text: 'Ja' })
  const inbound = sandbox.webhooks.find((webhook) => webhook.url.includes('/cm/inbound'))!
  const message = sms.readInbound(inbound)
  assert.ok(typeof message === 'object')
  assert.deepEqual([message.from, message.to, message.text], [reminder.to, '+3197010240001', 'Ja'])
  assert.equal(sms.readInbound({ ...inbound, url: inbound.url.replace('secret', 'guess') }), 'forged')
  assert.equal(sms.readInbound({ ...inbound, rawBody: '{}' }), 'malformed')
  const bare = '{"from":"0031612345678","to":"3197010240001","message":{"text":"Ja"}}'
  const [first, second] = [
    sms.readInbound({ ...inbound, rawBody: bare }),
    sms.readInbound({ ...inbound, rawBody: bare }),
  ]
  assert.ok(typeof first === 'object' && first.from === '+31612345678' && first.to === '+3197010240001')
  assert.deepEqual(first, second, 'a repeated delivery keeps its id')
})
