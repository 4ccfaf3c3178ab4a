import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import twilioSdk from 'twilio'

import type { SmsMessage } from '#/ports/sms.ts'
import { destinationGuard } from '#/providers/destination-guard.ts'
import { twilioSignature } from './twilio-signature.ts'
import { twilioSms, type TwilioOptions } from './twilio.ts'
import { sandboxForTests, testAccount } from '#/sandbox/sandbox-for-tests.ts'

const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
const patience = () => AbortSignal.timeout(60_000)

const reminder: SmsMessage = {
  reference: '0123456789abcdef0123456789abcdef',
  to: '+31612345678',
  from: 'Praktijk',
  text: 'Morgen om 10:00: uw afspraak. Antwoord met «ja» & tot ziens + groet',
  validitySeconds: 3600,
}

function adapter(baseUrl: string, more: Partial<TwilioOptions> = {}) {
  return twilioSms({
    baseUrl,
    accountSid: testAccount.accountSid,
    authTokens: [testAccount.authToken],
    statusCallbackUrl: 'http://127.0.0.1:9999/webhooks/sms/twilio/status?x=1',
    guard,
    ...more,
  })
}

async function twin(t: TestContext, more: Partial<TwilioOptions> = {}) {
  const sandbox = await sandboxForTests(t)
  const statusCallbackUrl = `${sandbox.receiverUrl}/twilio/status?x=1`
  return { sandbox, sms: adapter(`${sandbox.url}/twilio`, { statusCallbackUrl, ...more }) }
}

test('a message arrives whole, and its receipts carry our reference', async (t) => {
  const { sandbox, sms } = await twin(t)
  const handOver = await sms.send(reminder, patience())
  assert.equal(handOver.outcome, 'accepted')
  const { items } = await sandbox.get(`/inbox/sms?to=${encodeURIComponent(reminder.to)}`)
  assert.deepEqual([items[0].reference, items[0].text, items[0].from], [reminder.reference, reminder.text, 'Praktijk'])
  const receipts = (await sandbox.webhooksWhen(2)).map((webhook) => sms.readReceipts(webhook))
  const expected = {
    reference: reminder.reference,
    providerMessageId: items[0].id,
    reason: null,
    providerCode: null,
    at: null,
  }
  assert.deepEqual(receipts, [[{ ...expected, state: 'sent' }], [{ ...expected, state: 'delivered' }]])
})

test('each magic number ends with the reason it stands for', async (t) => {
  const { sandbox, sms } = await twin(t)
  for (const [to, reason] of [
    ['+31600000001', 'landline'],
    ['+31600000002', 'invalid_number'],
    ['+31600000003', 'recipient_opted_out'],
  ] as const) {
    const handOver = await sms.send({ ...reminder, to }, patience())
    assert.ok(
      handOver.outcome === 'refused' && handOver.permanent && handOver.reason === reason,
      `${to} ${JSON.stringify(handOver)}`,
    )
  }
  for (const [to, reason, code] of [
    ['+31600000004', 'number_unreachable', '30003'],
    ['+31600000005', 'invalid_number', '30005'],
    ['+31600000006', 'landline', '30006'],
  ] as const) {
    sandbox.webhooks.length = 0
    assert.equal((await sms.send({ ...reminder, to }, patience())).outcome, 'accepted')
    const [, last] = await sandbox.webhooksWhen(2)
    const [receipt] = sms.readReceipts(last!)
    assert.ok(typeof receipt === 'object' && receipt.state === 'undelivered', to)
    assert.deepEqual([receipt.reason, receipt.providerCode], [reason, code])
  }
})

test('a validity longer than Twilio takes is shortened, not refused', async (t) => {
  const { sms } = await twin(t)
  assert.equal((await sms.send({ ...reminder, validitySeconds: 86_400 }, patience())).outcome, 'accepted')
  assert.equal((await sms.send({ ...reminder, validitySeconds: 0 }, patience())).outcome, 'accepted')
})

test('faults become refused, unknown or found, and never a second message', async (t) => {
  const { sandbox, sms } = await twin(t)
  const since = Temporal.Now.instant()
  const once = (mode: string) => sandbox.post('/faults', { provider: 'twilio', mode, count: 1 })

  await once('error')
  const error = await sms.send(reminder, patience())
  assert.ok(error.outcome === 'refused' && !error.permanent, 'an error body is an answer')
  await once('refuse')
  const refused = await sms.send(reminder, patience())
  assert.ok(refused.outcome === 'refused' && refused.permanent && refused.reason === 'provider_refused')
  await once('blackhole')
  assert.equal((await sms.send(reminder, AbortSignal.timeout(150))).outcome, 'unknown')
  assert.deepEqual(await sms.find(reminder, since, patience()), { found: 'absent' })
  await once('timeout')
  assert.equal((await sms.send(reminder, sandbox.untilTaken('sms', 1))).outcome, 'unknown')
  const found = await sms.find(reminder, since, patience())
  assert.equal(found.found, 'accepted')
  // It could be ours, with a text that was rewritten in transit.
  assert.deepEqual(await sms.find({ ...reminder, text: 'iets anders' }, since, patience()), { found: 'cannot_tell' })
  const elsewhere = { ...reminder, to: '+31612345699' }
  assert.deepEqual(await sms.find(elsewhere, since, patience()), { found: 'absent' })
  await once('slow')
  assert.equal((await sms.send(reminder, patience())).outcome, 'accepted')
  assert.equal((await sandbox.get('/inbox/sms')).items.length, 2)
})

test('a look-up that gets no proper answer cannot tell', async (t) => {
  const { sandbox, sms } = await twin(t)
  await sandbox.post('/faults', { provider: 'twilio', mode: 'error' })
  assert.deepEqual(await sms.find(reminder, Temporal.Now.instant(), patience()), { found: 'cannot_tell' })
  await sandbox.post('/faults', { provider: 'twilio', mode: 'blackhole' })
  assert.deepEqual(await sms.find(reminder, Temporal.Now.instant(), AbortSignal.timeout(100)), { found: 'cannot_tell' })
})

test('a message that still waits in the queue of Twilio is found', async (t) => {
  const { sandbox, sms } = await twin(t)
  const since = Temporal.Now.instant()
  // With late receipts, the message stays queued meanwhile.
  await sandbox.post('/faults', { provider: 'twilio', mode: 'receipt_late' })
  assert.equal((await sms.send(reminder, patience())).outcome, 'accepted')
  const [{ status }] = (await sandbox.get('/inbox/sms')).items
  assert.equal(status, 'queued')
  assert.equal((await sms.find(reminder, since, patience())).found, 'accepted')
})

test('a look-up reads every page, finds a text with its link whatever the clock said, and leaves out other texts of before', async (t) => {
  const { sandbox, sms } = await twin(t)
  const text = 'Tot morgen! https://reminders.example/m/0123456789abC'
  await sms.send({ ...reminder, text }, patience())
  await Promise.all(
    Array.from({ length: 120 }, (_, index) => sms.send({ ...reminder, text: `nummer ${index}` }, patience())),
  )
  const since = Temporal.Now.instant()
  assert.equal((await sms.find({ ...reminder, text }, since, patience())).found, 'accepted')
  await sandbox.post('/clock', { advance: 'PT10M' })
  const later = since.add({ minutes: 10 })
  assert.equal((await sms.find({ ...reminder, text }, later, patience())).found, 'accepted')
  assert.deepEqual(await sms.find({ ...reminder, text: 'een andere' }, later, patience()), { found: 'absent' })
})

test('what staff answered before in the same words is not the answer that is looked up', async (t) => {
  const { sandbox, sms } = await twin(t)
  const answer = { ...reminder, text: 'Praktijk Eik: bedankt voor uw bericht.' }
  const monday = Temporal.Now.instant()
  await sms.send(answer, patience())
  assert.equal((await sms.find(answer, monday, patience())).found, 'accepted')
  await sandbox.post('/clock', { advance: 'P3D' })
  const thursday = monday.add({ hours: 72 })
  assert.deepEqual(await sms.find(answer, thursday, patience()), { found: 'absent' })
  await sms.send(answer, patience())
  assert.equal((await sms.find(answer, thursday, patience())).found, 'accepted')
})

test('an unreachable host is told apart from one that keeps silent', async (t) => {
  const nobody = createServer()
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
  const { port } = nobody.address() as AddressInfo
  await new Promise((resolve) => nobody.close(resolve))
  assert.deepEqual(await adapter(`http://127.0.0.1:${port}`).send(reminder, patience()), {
    outcome: 'unreachable',
    detail: 'ECONNREFUSED',
  })

  const hangsUp = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => hangsUp.listen(0, '127.0.0.1', resolve))
  t.after(() => hangsUp.close())
  const url = `http://127.0.0.1:${(hangsUp.address() as AddressInfo).port}`
  assert.equal((await adapter(url).send(reminder, patience())).outcome, 'unknown')
  assert.equal((await adapter(url).send(reminder, AbortSignal.abort())).outcome, 'unreachable')
})

test('rate limits carry the wait asked for, and a gateway without an answer leaves the outcome unknown', async (t) => {
  const answers = [
    { status: 429, headers: { 'retry-after': '7' }, body: '{"code":20429,"message":"Too Many Requests","status":429}' },
    { status: 502, headers: {}, body: '<html>Bad Gateway</html>' },
    { status: 503, headers: {}, body: '' },
    { status: 401, headers: {}, body: '{"code":20003,"message":"Authenticate","status":401}' },
    { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
  ]
  const server = createServer((_request, response) => {
    const answer = answers.shift()!
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const sms = adapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const refused = { outcome: 'refused', permanent: false, reason: 'provider_refused', retryAfterSeconds: null }
  assert.deepEqual(await sms.send(reminder, patience()), { ...refused, providerCode: '20429', retryAfterSeconds: 7 })
  assert.deepEqual(await sms.send(reminder, patience()), { outcome: 'unknown', detail: 'HTTP 502' })
  assert.deepEqual(await sms.send(reminder, patience()), { ...refused, providerCode: 'HTTP 503' })
  assert.deepEqual(await sms.send(reminder, patience()), {
    ...refused,
    providerCode: '20003',
    isAboutAccount: true,
  })
  assert.deepEqual(await sms.send(reminder, patience()), {
    ...refused,
    providerCode: 'HTTP 302',
    isUnexplained: true,
  })
})

test('a TLS handshake that fails leaves nothing in doubt, whatever ends it', async (t) => {
  const endings = [
    (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    // The alert `handshake_failure` (RFC 8446, section 6.2).
    (socket: Socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])),
    (socket: Socket) => socket.destroy(),
  ]
  for (const end of endings) {
    const server = createTcpServer((socket) => socket.on('error', () => socket.destroy()).on('data', () => end(socket)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const handOver = await adapter(`https://127.0.0.1:${(server.address() as AddressInfo).port}`).send(
      reminder,
      patience(),
    )
    assert.equal(handOver.outcome, 'unreachable', JSON.stringify(handOver))
  }
})

test('a success that is no answer of Twilio leaves the outcome unknown', async (t) => {
  const answers = [
    { status: 200, body: '<html>Please sign in</html>' },
    { status: 204, body: '' },
  ]
  const server = createServer((_request, response) => {
    const { status, body } = answers.shift()!
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const sms = adapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  for (const status of [200, 204])
    assert.deepEqual(await sms.send(reminder, patience()), {
      outcome: 'unknown',
      detail: `HTTP ${status} without an answer`,
    })
})

test('in a test environment nothing is sent to the real host', async () => {
  const sms = adapter('https://api.twilio.com')
  const handOver = await sms.send(reminder, patience())
  assert.ok(handOver.outcome === 'refused' && handOver.permanent && handOver.reason === 'test_mode')
  const production = destinationGuard({ environment: 'production', allowedDestinations: [] })
  assert.throws(() => adapter('http://127.0.0.1:1', { guard: production }), /The Twilio base URL must use https/)
})

test("our signature is the one Twilio's own library computes", () => {
  const url = 'https://reminders.example/webhooks/sms/twilio/status?ref=00ff&x=%20y'
  const form = new URLSearchParams('To=%2B31612345678&Body=caf%C3%A9+%26+meer&Empty=&a=1&A=2')
  const fields = Object.fromEntries(form)
  for (const token of ['secret', 'another']) {
    assert.ok(twilioSdk.validateRequest(token, twilioSignature(token, url, form), url, fields))
    assert.equal(twilioSignature(token, url, form), twilioSdk.getExpectedTwilioSignature(token, url, fields))
  }
})

test('forged webhooks are told apart, and two tokens hold during rotation', async (t) => {
  const { sandbox, sms } = await twin(t)
  await sms.send(reminder, patience())
  const [webhook] = await sandbox.webhooksWhen(1)
  const forgeries = [
    { ...webhook!, rawBody: webhook!.rawBody.replace('sent', 'delivered') },
    { ...webhook!, url: webhook!.url.replace(reminder.reference, 'f'.repeat(32)) },
    { ...webhook!, headers: {} },
    { ...webhook!, headers: { 'x-twilio-signature': '' } },
  ]
  for (const forgery of forgeries) assert.equal(sms.readReceipts(forgery), 'forged')
  const rotated = adapter('http://127.0.0.1:1', { authTokens: ['the-new-token', testAccount.authToken] })
  assert.notEqual(rotated.readReceipts(webhook!), 'forged')
  const retired = adapter('http://127.0.0.1:1', { authTokens: ['the-new-token'] })
  assert.equal(retired.readReceipts(webhook!), 'forged')
})

test('statuses without news are no receipts, and read counts as delivered', () => {
  const sms = adapter('http://127.0.0.1:1')
  const url = 'http://127.0.0.1:9999/s?ref=ab'
  const read = (body: string) => {
    const signature = twilioSignature(testAccount.authToken, url, new URLSearchParams(body))
    return sms.readReceipts({ url, headers: { 'x-twilio-signature': signature }, rawBody: body })
  }
  for (const status of ['queued', 'accepted', 'sending', 'scheduled']) {
    assert.deepEqual(read(`MessageSid=SM1&MessageStatus=${status}`), [])
  }
  const [receipt] = read('MessageSid=SM1&MessageStatus=read')
  assert.ok(typeof receipt === 'object' && receipt.state === 'delivered')
  const [failed] = read('MessageSid=SM1&MessageStatus=failed&ErrorCode=99999')
  assert.ok(typeof failed === 'object' && failed.reason === 'carrier_rejected' && failed.providerCode === '99999')
  assert.equal(read('MessageStatus=sent'), 'malformed')
})

test('an answer from the phone arrives signed', async (t) => {
  const { sandbox, sms } = await twin(t)
  await sms.send({ ...reminder, from: '+3197010240001' }, patience())
  const answer = await sandbox.post('/sms/reply', { from: reminder.to, text: 'Ja 👍' })
  assert.equal(answer.status, 200)
  const inbound = sandbox.webhooks.find((webhook) => webhook.url.endsWith('/twilio/inbound'))!
  const message = sms.readInbound(inbound)
  assert.ok(typeof message === 'object')
  assert.deepEqual([message.from, message.to, message.text], [reminder.to, '+3197010240001', 'Ja 👍'])
  assert.equal(sms.readInbound({ ...inbound, rawBody: inbound.rawBody.replace('Ja', 'Ne') }), 'forged')
})

test("Twilio's own client speaks with the twin, so the twin speaks Twilio's wire", async (t) => {
  const { sandbox } = await twin(t)
  const client = twilioSdk(testAccount.accountSid, testAccount.authToken)
  client.api.baseUrl = `${sandbox.url}/twilio`
  const created = await client.messages.create({ to: '+31612340000', from: '+3197010240001', body: 'Hallo ë' })
  assert.match(created.sid, /^SM[0-9a-f]{32}$/)
  assert.equal(created.numSegments, '1')
  // A message that still waits in the queue has no DateSent to be found by.
  const inQueue = async () => (await client.messages(created.sid).fetch()).dateSent === null
  const deadline = Date.now() + 60_000
  while (await inQueue()) assert.ok(Date.now() < deadline, 'the message stays in the queue')
  const listed = await client.messages.list({ to: '+31612340000', dateSentAfter: new Date(Date.now() - 60_000) })
  assert.deepEqual(
    listed.map((message) => message.body),
    ['Hallo ë'],
  )
  assert.equal((await client.messages(created.sid).fetch()).to, '+31612340000')
  await assert.rejects(client.messages.create({ to: '+31600000003', from: 'X', body: 'y' }), {
    code: 21610,
    status: 400,
  })
})
