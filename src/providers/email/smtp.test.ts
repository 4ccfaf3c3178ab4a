import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import PostalMime from 'postal-mime'

import { cpuMsOf } from '#/kernel/time/cpu-ms-for-tests.ts'
import type { EmailMessage } from '#/ports/email.ts'
import { destinationGuard } from '#/providers/destination-guard.ts'
import { bounceAddress, readBounceAddress } from './bounce-address.ts'
import { smtpEmail } from './smtp.ts'
import { sandboxForTests } from '#/sandbox/sandbox-for-tests.ts'

const guard = destinationGuard({ environment: 'test', allowedDestinations: [] })
const patience = () => AbortSignal.timeout(60_000)

const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:PUBLISH', 'PRODID:-//x//EN', 'END:VCALENDAR', ''].join(
  '\r\n',
)
const reminder: EmailMessage = {
  reference: '0123456789abcdef0123456789abcdef',
  to: 'patient@example.org',
  fromName: 'Fysio Zuid, via "Tijdig"',
  subject: 'Uw afspraak — morgen',
  text: 'Morgen om 10:00.\n',
  html: '<p>Morgen om <b>10:00</b>.</p>',
  locale: 'nl-NL',
  unsubscribeUrl: 'https://reminders.example/u/abc',
  calendar: { method: 'PUBLISH', content: calendar },
}

function adapter(t: TestContext, url: string) {
  const email = smtpEmail({
    url,
    fromAddress: 'afspraken@reminders.example',
    bounceDomain: 'bounces.example',
    bounceSecrets: ['newer', 'older'],
    guard,
  })
  t.after(() => email.close())
  return email
}

async function twin(t: TestContext) {
  const sandbox = await sandboxForTests(t)
  return { sandbox, email: adapter(t, sandbox.smtpUrl) }
}

test('a mail arrives with everything a mail program and a mailbox provider look for', async (t) => {
  const { sandbox, email } = await twin(t)
  const handOver = await email.send(reminder, patience())
  assert.deepEqual(handOver, {
    outcome: 'accepted',
    providerMessageId: `<${reminder.reference}@bounces.example>`,
    providerCode: '250',
  })
  const { items } = await sandbox.get('/inbox/email?to=patient@example.org')
  const [mail] = items
  assert.deepEqual(
    [mail.reference, mail.subject, mail.text.trim()],
    [reminder.reference, reminder.subject, reminder.text.trim()],
  )
  assert.equal(mail.from, 'afspraken@reminders.example')
  assert.match(mail.html, /<b>10:00<\/b>/)
  assert.equal(mail.headers['list-unsubscribe'], '<https://reminders.example/u/abc>')
  assert.equal(mail.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
  assert.equal(mail.headers['auto-submitted'], 'auto-generated')
  assert.equal(mail.headers['content-language'], 'nl-NL')
  const invite = mail.attachments.find((part: { contentType: string }) => part.contentType === 'text/calendar')
  assert.deepEqual(
    [invite.method, invite.content.replaceAll('\r\n', '\n')],
    ['PUBLISH', calendar.replaceAll('\r\n', '\n')],
  )
})

test('a mail nobody can opt out of has no unsubscribe header', async (t) => {
  const { sandbox, email } = await twin(t)
  await email.send({ ...reminder, unsubscribeUrl: null, calendar: null }, patience())
  const [mail] = (await sandbox.get('/inbox/email')).items
  assert.equal(mail.headers['list-unsubscribe'], undefined)
  assert.equal(mail.headers['list-unsubscribe-post'], undefined)
  assert.deepEqual(mail.attachments, [])
})

test('a mail program shows encoded words in a name or subject as they were typed, and decodes none', async (t) => {
  const { sandbox, email } = await twin(t)
  for (const word of [
    '=?utf-8?B?d3d3LmV2aWwuZXhhbXBsZS9sb2dpbg==?=',
    '=?utf-8?Q?=77ww=2Eevil=2Eexample/login?=',
    '=?utf-8*en?q?=77ww=2Eevil=2Eexample/login?=',
    '=?utf-8?Q?www=2E?= =?utf-8?Q?evil=2Eexample/login?=',
    '=?us-ascii?Q?a?= "=?utf-8?B?d3d3LmV2aWwuZXhhbXBsZS9sb2dpbg==?="',
  ]) {
    const typed = { fromName: `Linde ${word}`, subject: `Reminder: appointment with ${word} tomorrow at ten` }
    await email.send({ ...reminder, ...typed }, patience())
    const [{ headers }] = (await sandbox.get('/inbox/email')).items
    const raw = ['from', 'to', 'subject'].map((name) => `${name}: ${headers[name]}\r\n`).join('')
    const { from, to, subject } = await PostalMime.parse(raw)
    const shown = [from?.name, subject].map((text) => text?.replaceAll('\u2060', ''))
    assert.deepEqual(shown, [typed.fromName, typed.subject])
    assert.deepEqual(to, [{ name: '', address: reminder.to }])
    // A second decoding finds nothing either.
    assert.doesNotMatch(`${from?.name} ${subject}`, /=\?/)
  }
  const refused = await email.send({ ...reminder, to: '=?utf-8?Q?evil=2Eexample?=@example.org' }, patience())
  assert.equal(refused.outcome, 'refused')
})

test('refusals of the server are told apart by their class', async (t) => {
  const { sandbox, email } = await twin(t)
  const base = { outcome: 'refused', reason: 'provider_refused', retryAfterSeconds: null }
  const toReject = await email.send({ ...reminder, to: 'reject@example.org' }, patience())
  assert.deepEqual(toReject, { ...base, permanent: true, providerCode: '550' })
  const toFull = await email.send({ ...reminder, to: 'full@example.org' }, patience())
  assert.deepEqual(toFull, { ...base, permanent: false, providerCode: '452' })
  const injected = await email.send({ ...reminder, to: 'a@example.org>\r\nRCPT TO:<b@example.org' }, patience())
  assert.deepEqual(injected, { ...base, permanent: true, providerCode: 'EENVELOPE' })
  assert.deepEqual((await sandbox.get('/inbox/email')).items, [])
})

test('a string that holds more than one address reaches nobody', async (t) => {
  const { sandbox, email } = await twin(t)
  for (const to of ['a@example.org, b@example.org', 'Someone <a@example.org>', 'group: a@example.org;', 'nobody']) {
    const handOver = await email.send({ ...reminder, to }, patience())
    assert.ok(handOver.outcome === 'refused' && handOver.permanent, to)
  }
  assert.deepEqual((await sandbox.get('/inbox/email')).items, [])
})

test('silence before the mail was sent is unreachable, silence after it is unknown', async (t) => {
  const { sandbox, email } = await twin(t)
  const once = (mode: string) => sandbox.post('/faults', { provider: 'smtp', mode, count: 1 })
  await once('blackhole')
  assert.equal((await email.send(reminder, AbortSignal.timeout(200))).outcome, 'unreachable')
  await once('timeout')
  assert.equal((await email.send(reminder, sandbox.untilTaken('email', 1))).outcome, 'unknown')
  await once('slow')
  assert.equal((await email.send(reminder, patience())).outcome, 'accepted')
  await once('error')
  assert.equal((await email.send(reminder, patience())).outcome, 'refused')
  await once('refuse')
  const refused = await email.send(reminder, patience())
  assert.ok(refused.outcome === 'refused' && refused.permanent)
  assert.equal((await sandbox.get('/inbox/email')).items.length, 2)
})

/** A server that answers each line by `answer`, which may hang up. */
async function scriptedServer(t: TestContext, answer: (line: string, socket: Socket) => string | null) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => sockets.delete(socket))
    socket.write('220 scripted\r\n')
    let buffered = ''
    socket.on('data', (chunk) => {
      buffered += chunk.toString()
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        const said = answer(line, socket)
        if (said) socket.write(`${said}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function politeUntil(hangUpAt: RegExp) {
  const inData = new WeakSet<Socket>()
  return (line: string, socket: Socket) => {
    if (hangUpAt.test(line)) {
      socket.destroy()
      return null
    }
    if (inData.has(socket)) {
      if (line === '.') inData.delete(socket)
      return line === '.' ? '250 queued' : null
    }
    if (line === 'DATA') {
      inData.add(socket)
      return '354 go on'
    }
    return '250 fine'
  }
}

test('a connection lost before the final dot proves that nothing was taken on', async (t) => {
  for (const moment of [/^EHLO/, /^MAIL/, /^RCPT/, /^DATA$/]) {
    const email = adapter(t, await scriptedServer(t, politeUntil(moment)))
    assert.equal((await email.send(reminder, patience())).outcome, 'unreachable', String(moment))
  }
  const email = adapter(t, await scriptedServer(t, politeUntil(/^\.$/)))
  assert.equal((await email.send(reminder, patience())).outcome, 'unknown')
})

/** What a server had heard when a mail was about to leave, and all it heard in the end. */
async function heardServer(t: TestContext) {
  const heard: string[] = []
  const polite = politeUntil(/^never$/)
  const url = await scriptedServer(t, (line, socket) => {
    heard.push(line)
    return polite(line, socket)
  })
  return { heard, email: adapter(t, url) }
}

test('a mail is about to leave when its server was given all of it but the final dot, which waits for that', async (t) => {
  const { heard, email } = await heardServer(t)
  let before: string[] = []
  const handOver = await email.send({ ...reminder, calendar: null }, patience(), async () => {
    const isEnd = (line: string) => /^--\S+--$/.test(line)
    while (!heard.some(isEnd)) await setImmediate()
    before = [...heard]
  })
  assert.equal(handOver.outcome, 'accepted')
  assert.ok(!before.includes('.') && heard.includes('.'))
})

test('a mail that must not leave stops short of the final dot, and the next one goes', async (t) => {
  const { heard, email } = await heardServer(t)
  const reasons = [new Error('another has it'), Object.assign(new Error('gone'), { code: '57P01' })]
  for (const reason of reasons) {
    const handOver = await email.send(reminder, patience(), () => Promise.reject(reason))
    assert.equal(handOver.outcome, 'unreachable', JSON.stringify(handOver))
  }
  const cut = new AbortController()
  const late = await email.send(reminder, cut.signal, async () => cut.abort())
  assert.equal(late.outcome, 'unreachable', JSON.stringify(late))
  assert.ok(!heard.includes('.'), 'no mail was ended')
  assert.equal((await email.send(reminder, patience(), async () => undefined)).outcome, 'accepted')
  assert.equal(heard.filter((line) => line === '.').length, 1)
})

test('a mail that has left is in doubt until it is answered', async (t) => {
  const cut = new AbortController()
  const polite = politeUntil(/^never$/)
  const url = await scriptedServer(t, (line, socket) => (line === '.' ? (cut.abort(), null) : polite(line, socket)))
  const handOver = await adapter(t, url).send(reminder, cut.signal, async () => undefined)
  assert.equal(handOver.outcome, 'unknown')
})

test('a refusal of the content is permanent, and a server closing down is not', async (t) => {
  const spam = adapter(t, await scriptedServer(t, contentAnswer('554 5.7.1 Spam')))
  const refused = await spam.send(reminder, patience())
  assert.ok(refused.outcome === 'refused' && refused.permanent && refused.providerCode === '554')
  const closing = adapter(t, await scriptedServer(t, contentAnswer('421 4.3.2 Shutting down')))
  const later = await closing.send(reminder, patience())
  assert.ok(later.outcome === 'refused' && !later.permanent && later.providerCode === '421')
})

test('a refusal of our sender is about the account, one of the size or of parameters about the mail', async (t) => {
  const polite = politeUntil(/^never$/)
  const refusedWith = async (command: RegExp, answer: string) => {
    const url = await scriptedServer(t, (line, socket) => (command.test(line) ? answer : polite(line, socket)))
    const handOver = await adapter(t, url).send(reminder, patience())
    assert.ok(handOver.outcome === 'refused', JSON.stringify(handOver))
    return { permanent: handOver.permanent, isAboutAccount: handOver.isAboutAccount === true }
  }
  for (const answer of [
    '550 5.7.1 Account suspended',
    '553 5.7.1 Sender not verified',
    '554 5.7.1 Denied',
    '530 5.7.0 Sign in',
  ])
    assert.deepEqual(await refusedWith(/^MAIL/, answer), { permanent: false, isAboutAccount: true }, answer)
  for (const answer of ['552 5.3.4 Message too big', '555 5.5.4 Unsupported option'])
    assert.deepEqual(await refusedWith(/^MAIL/, answer), { permanent: true, isAboutAccount: false }, answer)
  assert.deepEqual(await refusedWith(/^MAIL/, '451 4.3.0 Later'), { permanent: false, isAboutAccount: false })
  assert.deepEqual(await refusedWith(/^RCPT/, '550 5.1.1 Nobody'), { permanent: true, isAboutAccount: false })
})

test('after the final dot only a 4xx or 5xx is a refusal, and any other answer leaves the mail in doubt', async (t) => {
  for (const answer of ['queued, thank you', '354 go on', '600 what']) {
    const email = adapter(t, await scriptedServer(t, contentAnswer(answer)))
    assert.equal((await email.send(reminder, patience())).outcome, 'unknown', answer)
  }
})

function contentAnswer(answer: string) {
  const polite = politeUntil(/^never$/)
  return (line: string, socket: Socket) => (line === '.' ? (polite(line, socket), answer) : polite(line, socket))
}

test('a server that dropped a kept connection costs no mail', async (t) => {
  let connections = 0
  let latest: Socket | null = null
  const polite = politeUntil(/^never$/)
  const url = await scriptedServer(t, (line, socket) => {
    if (line.startsWith('EHLO')) connections += 1
    latest = socket
    return polite(line, socket)
  })
  const email = adapter(t, url)
  assert.equal((await email.send(reminder, patience())).outcome, 'accepted')
  ;(latest as Socket | null)?.destroy()
  assert.equal((await email.send(reminder, patience())).outcome, 'accepted')
  assert.equal(connections, 2)
})

test('nobody at the port and nobody by the name are unreachable', async (t) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const email = adapter(t, `smtp://127.0.0.1:${port}`)
  assert.equal((await email.send(reminder, patience())).outcome, 'unreachable')
  assert.equal((await email.send(reminder, AbortSignal.abort())).outcome, 'unreachable')
})

test('in a test environment nothing is sent to a real host', async (t) => {
  const handOver = await adapter(t, 'smtps://mail.example.com').send(reminder, patience())
  assert.ok(handOver.outcome === 'refused' && handOver.permanent && handOver.reason === 'test_mode')
  assert.throws(() => adapter(t, 'http://127.0.0.1:25'), /The SMTP URL must look like/)
})

test('in production a network relay without encryption gets no mail', async (t) => {
  const production = destinationGuard({ environment: 'production', allowedDestinations: [] })
  let sawMail = false
  const url = await scriptedServer(t, (line) => {
    if (line.startsWith('MAIL')) sawMail = true
    return line === 'STARTTLS' ? '454 4.7.0 TLS not available' : '250 fine'
  })
  // An address that reaches the loopback without being written as one.
  const email = smtpEmail({
    url: url.replace('127.0.0.1', '0.0.0.0'),
    fromAddress: 'a@reminders.example',
    bounceDomain: 'bounces.example',
    bounceSecrets: ['x'],
    guard: production,
  })
  t.after(() => email.close())
  const handOver = await email.send(reminder, patience())
  assert.ok(
    handOver.outcome === 'unreachable' || (handOver.outcome === 'refused' && !handOver.permanent),
    JSON.stringify(handOver),
  )
  assert.equal(sawMail, false)
})

test('a bounce comes back as a receipt, a delay does not', async (t) => {
  const { sandbox, email } = await twin(t)
  await email.send({ ...reminder, to: 'bounce+x@example.org' }, patience())
  const [bounce] = await sandbox.webhooksWhen(1)
  const receipt = await email.readBounce(bounce!.rawBody)
  assert.ok(typeof receipt === 'object')
  const { at, ...rest } = receipt
  assert.ok(at)
  assert.deepEqual(rest, {
    reference: reminder.reference,
    providerMessageId: null,
    state: 'undelivered',
    reason: 'provider_refused',
    providerCode: '5.1.1',
  })
  await email.send({ ...reminder, to: 'delayed@example.org' }, patience())
  const [, delay] = await sandbox.webhooksWhen(2)
  assert.equal(await email.readBounce(delay!.rawBody), 'unrelated')
})

test('a bounce for a reference whose proof does not hold is forged, other mail is unrelated', async (t) => {
  const { sandbox, email } = await twin(t)
  await email.send({ ...reminder, to: 'bounce@example.org' }, patience())
  const [{ rawBody }] = (await sandbox.webhooksWhen(1)) as unknown as [{ rawBody: string }]
  assert.equal(
    await email.readBounce(rawBody.replaceAll(/^(To: bounce\+)[0-9a-f]{32}/gm, `$1${'f'.repeat(32)}`)),
    'forged',
  )
  assert.equal(await email.readBounce(rawBody.replaceAll('bounces.example', 'elsewhere.example')), 'unrelated')
  assert.equal(await email.readBounce(rawBody.replace('message/delivery-status', 'text/plain')), 'unrelated')
  assert.equal(await email.readBounce('From: a@b.example\r\nTo: c@d.example\r\n\r\nHello'), 'unrelated')
  assert.equal(await email.readBounce(new Uint8Array([0, 255, 13, 10])), 'unrelated')
  const folded = rawBody.replace(/^To: .*$/m, (line) => line.toUpperCase())
  assert.equal(typeof (await email.readBounce(folded)), 'object', 'servers may fold the case')
  const tookMs = await cpuMsOf(async () =>
    assert.equal(await email.readBounce(`To: ${'a'.repeat(60_000)}\r\n\r\nHello`), 'unrelated'),
  )
  assert.ok(tookMs < 1_000, 'anybody may write to the bounce address')
})

test('a mail of the largest size is read in a moment, whatever stands in it', async (t) => {
  const { email } = await twin(t)
  const largest = (begin: string, unit: string) => begin + unit.repeat((1_048_576 - begin.length) / unit.length)
  const report = 'Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n'
  const mails = [
    ...['a', 'bounce+', 'a@', 'a:', '('].map((unit) => largest('X-Original-To: ', unit)),
    ...['a', 'bounce+', 'a:'].map((unit) => largest('To: ', `${unit.repeat(60_000)}\nTo: `)),
    ...[report, 'Content-Type: text/html\n\n', 'To: a\n\n'].map((begin) => largest(begin, ' \n')),
  ]
  for (const mail of mails) {
    const tookMs = await cpuMsOf(async () => assert.equal(await email.readBounce(mail), 'unrelated'))
    assert.ok(tookMs < 5_000, mail.slice(0, 40))
  }
})

test('bounce addresses made with an older secret still hold, and fit in a local part', () => {
  const older = bounceAddress(reminder.reference, 'bounces.example', 'older')
  assert.deepEqual(readBounceAddress(older, 'bounces.example', ['newer', 'older']), { reference: reminder.reference })
  assert.equal(readBounceAddress(older, 'bounces.example', ['newer']), 'forged')
  assert.ok((older.split('@')[0]?.length ?? 99) <= 64)
})
