import assert from 'node:assert/strict'
import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { test } from 'node:test'
import { SegmentedMessage } from 'sms-segments-calculator'

import { isLoopbackAddress } from '#/kernel/text/loopback.ts'
import { sandboxForTests, testAccount } from './sandbox-for-tests.ts'
import { smsEncoding } from '#/sandbox/sms/sms-encoding.ts'

type Sandbox = Awaited<ReturnType<typeof sandboxForTests>>

function sendSms(sandbox: Sandbox, to: string, text: string, signal: AbortSignal | null = null) {
  const { accountSid, authToken } = testAccount
  return fetch(`${sandbox.url}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams({
      To: to,
      From: 'Praktijk',
      Body: text,
      StatusCallback: `${sandbox.receiverUrl}/status?ref=${'a'.repeat(32)}`,
    }),
    signal,
  })
}

const json = async (response: Response) => JSON.parse(await response.text())

const statuses = (sandbox: Sandbox) =>
  sandbox.webhooks.map((webhook) => new URLSearchParams(webhook.rawBody).get('MessageStatus'))

test('the inbox lists newest first, by destination, after an instant and up to a limit', async (t) => {
  const sandbox = await sandboxForTests(t)
  for (const [to, text] of [
    ['+31611111111', 'een'],
    ['+31622222222', 'twee'],
    ['+31611111111', 'drie'],
  ] as const)
    await sendSms(sandbox, to, text)
  const texts = async (query: string) =>
    (await sandbox.get(`/inbox/sms${query}`)).items.map((item: { text: string }) => item.text)
  assert.deepEqual(await texts(''), ['drie', 'twee', 'een'])
  assert.deepEqual(await texts('?limit=1'), ['drie'])
  assert.deepEqual(await texts('?to=%2B31611111111'), ['drie', 'een'])
  assert.deepEqual(await texts('?to=+31611111111'), ['drie', 'een'], 'an unescaped plus is understood')
  const [, second] = (await sandbox.get('/inbox/sms')).items
  assert.deepEqual(await texts(`?after=${second.receivedAt}`), ['drie'])
  assert.deepEqual(Object.keys(second).toSorted(), [
    'clockAt',
    'encoding',
    'errorCode',
    'from',
    'id',
    'provider',
    'receivedAt',
    'reference',
    'segments',
    'status',
    'text',
    'to',
  ])
  assert.equal((await fetch(`${sandbox.url}/inbox/sms?limit=1001`)).status, 400)
  assert.equal((await fetch(`${sandbox.url}/inbox/sms?after=yesterday`)).status, 400)
  assert.equal((await fetch(`${sandbox.url}/inbox`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(await texts(''), [])
})

test('messages carry the time of the test clock, and the clock moves forward, to an instant and back to real time', async (t) => {
  const sandbox = await sandboxForTests(t)
  const moved = await json(await sandbox.post('/clock', { advance: 'P1D' }))
  assert.equal(moved.offsetMs, 86_400_000)
  await sendSms(sandbox, '+31611111111', 'morgen')
  const [item] = (await sandbox.get('/inbox/sms')).items
  const ahead = Temporal.Instant.from(item.clockAt).since(Temporal.Instant.from(item.receivedAt))
  assert.equal(ahead.total('hours'), 24)
  const set = await json(await sandbox.post('/clock', { set: '2027-03-28T00:59:00Z' }))
  assert.ok(set.now.startsWith('2027-03-28T00:59:0'))
  assert.equal((await json(await sandbox.post('/clock', { reset: true }))).offsetMs, 0)
  assert.equal((await sandbox.post('/clock', { advance: 'PT0S' })).status, 200)
  for (const wrong of [
    { advance: '-P1D' },
    { advance: 'P1M' },
    { advance: 'soon' },
    { set: 'x' },
    { reset: false },
    {},
    { advance: 'P1D', reset: true },
  ]) {
    assert.equal((await sandbox.post('/clock', wrong)).status, 400, JSON.stringify(wrong))
  }
})

test('a fault lasts for its count, for its destination, or until it is ended', async (t) => {
  const sandbox = await sandboxForTests(t)
  await sandbox.post('/faults', { provider: 'twilio', mode: 'error', count: 2 })
  const seen = []
  for (let call = 0; call < 3; call += 1) seen.push((await sendSms(sandbox, '+31611111111', 'x')).status)
  assert.deepEqual(seen, [500, 500, 201])
  await sandbox.post('/faults', { provider: 'twilio', mode: 'refuse', to: '+31611111111' })
  assert.equal((await sendSms(sandbox, '+31622222222', 'x')).status, 201)
  assert.equal((await sendSms(sandbox, '+31611111111', 'x')).status, 400)
  assert.equal((await sandbox.get('/faults')).items.length, 1)
  await sandbox.post('/faults', { provider: 'twilio', mode: 'none' })
  assert.equal((await sendSms(sandbox, '+31611111111', 'x')).status, 201)
  assert.equal((await sandbox.post('/faults', { provider: 'twilio', mode: 'nonsense' })).status, 400)
  assert.equal((await sandbox.post('/faults', { provider: 'mollie', mode: 'slow', count: 1 })).status, 200)
})

test('timeout lists the message and never answers, blackhole does neither, slow answers late', async (t) => {
  const sandbox = await sandboxForTests(t)
  for (const mode of ['timeout', 'blackhole']) {
    await sandbox.post('/faults', { provider: 'twilio', mode, count: 1 })
    await assert.rejects(sendSms(sandbox, '+31611111111', mode, AbortSignal.timeout(150)), { name: 'TimeoutError' })
  }
  await sandbox.post('/faults', { provider: 'twilio', mode: 'slow', count: 1 })
  const startedAt = performance.now()
  assert.equal((await sendSms(sandbox, '+31611111111', 'slow')).status, 201)
  assert.ok(performance.now() - startedAt >= 300)
  const { items } = await sandbox.get('/inbox/sms')
  assert.deepEqual(
    items.map((item: { text: string }) => item.text),
    ['slow', 'timeout'],
  )
})

test('receipts can come late, twice and in the wrong order', async (t) => {
  const sandbox = await sandboxForTests(t)
  const expectations = [
    ['none', ['sent', 'delivered']],
    ['receipt_duplicate', ['sent', 'sent', 'delivered', 'delivered']],
    ['receipt_reordered', ['delivered', 'sent']],
    ['receipt_late', ['sent', 'delivered']],
  ] as const
  for (const [mode, expected] of expectations) {
    sandbox.webhooks.length = 0
    await sandbox.post('/faults', { provider: 'twilio', mode, ...(mode !== 'none' && { count: 1 }) })
    const startedAt = performance.now()
    await sendSms(sandbox, '+31611111111', mode)
    await sandbox.webhooksWhen(expected.length)
    assert.deepEqual(statuses(sandbox), expected, mode)
    if (mode === 'receipt_late') assert.ok(performance.now() - startedAt >= 300)
  }
  const { items } = await sandbox.get('/inbox/sms')
  assert.ok(items.every((item: { status: string }) => item.status === 'delivered'))
})

test('a taken port is an error, and leaves nothing listening', async (t) => {
  const sandbox = await sandboxForTests(t)
  const smtpPort = Number(new URL(sandbox.smtpUrl).port)
  await assert.rejects(sandboxForTests(t, { smtpPort }), { code: 'EADDRINUSE' })
})

test('a webhook that is not taken is brought again', async (t) => {
  const sandbox = await sandboxForTests(t, { answers: [500, 503] })
  await sendSms(sandbox, '+31611111111', 'x')
  await sandbox.webhooksWhen(4)
  assert.deepEqual(statuses(sandbox), ['sent', 'sent', 'sent', 'delivered'])
})

test('a mail server that gives up after a delay reports both, the failure first when reordered', async (t) => {
  const sandbox = await sandboxForTests(t)
  await sandbox.post('/faults', { provider: 'smtp', mode: 'receipt_reordered', count: 1 })
  const mailer = createTransport(sandbox.smtpUrl)
  await mailer.sendMail({ from: 'a@sender.example', to: 'bounce@example.org', text: 'x' })
  const actions = (await sandbox.webhooksWhen(2)).map((webhook) => /^Action: (.*)\r$/m.exec(webhook.rawBody)?.[1])
  assert.deepEqual(actions, ['failed', 'delayed'])
  await mailer.sendMail({ envelope: { from: '', to: 'bounce@example.org' }, to: 'bounce@example.org', text: 'x' })
  await mailer.sendMail({ from: 'a@sender.example', to: 'fine@example.org', text: 'x' })
  assert.equal(sandbox.webhooks.length, 2, 'nothing bounces a bounce')
})

test('an answer from the phone says whether the product took it, and is kept', async (t) => {
  const sandbox = await sandboxForTests(t, { answers: [500] })
  const failed = await sandbox.post('/sms/reply', { from: '+31611111111', text: 'STOP' })
  assert.deepEqual([failed.status, (await json(failed)).delivered], [502, false])
  const taken = await sandbox.post('/sms/reply', {
    from: '+31611111111',
    to: '+3197010240009',
    text: 'STOP',
    provider: 'cm',
  })
  assert.equal(taken.status, 200)
  const { items } = await sandbox.get('/inbox/replies?to=%2B31611111111')
  assert.deepEqual(
    items.map((item: { to: string }) => item.to),
    ['+3197010240009', '+3197010240000'],
  )
  assert.equal((await sandbox.post('/sms/reply', { from: 'me', text: 'x' })).status, 400)
})

/** Node's own fetch does not let a caller choose the Host header. */
function statusWith(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}/inbox/sms`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test('only the machine itself is the loopback', () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
    assert.ok(isLoopbackAddress(address), address)
  for (const address of ['', '10.0.0.1', '192.168.1.5', '::ffff:10.0.0.1', 'fe80::1', '::'])
    assert.ok(!isLoopbackAddress(address), address)
})

test('a foreign name for the loopback and a foreign page are turned away', async (t) => {
  const { url } = await sandboxForTests(t)
  const { host, port } = new URL(url)
  assert.equal(await statusWith(url, {}), 200)
  assert.equal(await statusWith(url, { host: `localhost:${port}` }), 200)
  assert.equal(await statusWith(url, { origin: `http://${host}` }), 200)
  assert.equal(await statusWith(url, { host: 'evil.example' }), 403)
  assert.equal(await statusWith(url, { host: `127.0.0.1.nip.io:${port}` }), 403)
  assert.equal(await statusWith(url, { origin: 'https://evil.example' }), 403)
  assert.equal(await statusWith(url, { origin: 'null' }), 403)
  assert.equal(await statusWith(url, { origin: `http://127.0.0.1:1` }), 403, 'another port is another site')
})

test('the page asks nothing of any other host and runs no inline script', async (t) => {
  const { url, smtpUrl } = await sandboxForTests(t)
  for (const path of ['/', '/page.js', '/page.css']) {
    const response = await fetch(url + path)
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.doesNotMatch(await response.text(), /https?:\/\/(?!127\.0\.0\.1)|<script>|style="|onclick=/)
  }
  await createTransport(smtpUrl).sendMail({
    from: 'a@b.example',
    to: 'c@d.example',
    html: '<script>alert(1)</script>hi',
  })
  const [mail] = (await json(await fetch(`${url}/inbox/email`))).items
  const html = await fetch(`${url}/inbox/email/${mail.id}/html`)
  assert.match(html.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
  assert.deepEqual((await json(await fetch(`${url}/demo`))).holders, [])
})

test('segments are counted as the networks count them', () => {
  const texts = [
    '',
    'Hallo',
    'ë',
    'é'.repeat(160),
    'a'.repeat(161),
    '€'.repeat(80),
    '€'.repeat(81),
    'ë'.repeat(71),
    '👍'.repeat(36),
    'x\n{y}|~',
    'Ç ç',
  ]
  for (const text of texts) {
    const oracle = new SegmentedMessage(text)
    const { encoding, segments } = smsEncoding(text)
    assert.equal(encoding, oracle.encodingName, text)
    assert.equal(segments, Math.max(oracle.segmentsCount, 1), text)
  }
})
