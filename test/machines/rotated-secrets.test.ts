import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { callApi, eventually } from '../harness.ts'
import { connectCalendar } from '../integration-world.ts'
import { freePorts } from '../postgres.ts'
import { atEnd } from '../crash/at-end.ts'
import { startServe } from '../crash/processes.ts'
import { startRoundRobin } from '../crash/killed/round-robin.ts'
import { assertOnceEach, startWorld } from '../crash/world.ts'
import { loadOf, plannedNumbers, replace, startLoad } from './traffic.ts'

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`
const [first, second] = [key('first', 1), key('second', 2)]
const tokens = { old: 'old-token-0123456789', new: 'new-token-9876543210' }

/** What the files hold, one after the other, as docs/running/secure.md says. */
const rounds = [
  { keys: `${first},${second}`, tokens: `${tokens.new},${tokens.old}`, sealedBy: 'first' },
  { keys: `${second},${first}`, tokens: tokens.new, sealedBy: 'second' },
  { keys: second, tokens: tokens.new, sealedBy: 'second' },
]

test('the keys of calendars and the token of a webhook are replaced with the processes, one after the other: no call is refused, and the calendar is read throughout', async (t) => {
  const world = await startWorld(t)
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-rotated-'))
  atEnd(t, () => rm(folder, { recursive: true }))
  const write = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 })
  await write('TIJDIG_TOKEN_KEYS', first)
  await write('TIJDIG_BOUNCE_TOKENS', tokens.old)
  const inFiles = { CREDENTIALS_DIRECTORY: folder }
  const ports = await freePorts(2)
  const starts = ports.map((port) => () => {
    const env = world.processEnv({ ...inFiles, TIJDIG_PORT: String(port) })
    return startServe(t, { args: ['--roles', 'api'], env })
  })
  const apis = await Promise.all(starts.map((start) => start()))
  let worker = await world.startWorkerHere(inFiles)
  const balancer = await startRoundRobin(t, ports)
  await connectCalendar(world.product, world.holder, 'google_calendar')

  const connection = async () => {
    const { rows } = await world.owner.query<{ status: string; sealedBy: string }>(
      `select status, split_part(encrypted_grant, '.', 1) as sealed_by from integration_connection where platform_holder_id = $1`,
      [world.holder.id],
    )
    return rows[0]
  }
  /** Waits until the worker that runs has used the grant: its token ends now, so it asks for another and seals that. */
  const untilRead = async (sealedBy: string) => {
    await world.owner.query(
      `update integration_connection set access_expires_at = tijdig_now() where platform_holder_id = $1`,
      [world.holder.id],
    )
    await world.owner.query('update calendar_sync set run_at = tijdig_now(), last_success_at = null')
    await eventually(async () => {
      const { rows } = await world.owner.query<{ isRead: boolean }>(
        'select last_success_at is not null as is_read from calendar_sync',
      )
      return rows.length > 0 && rows.every(({ isRead }) => isRead)
    })
    assert.deepEqual(await connection(), { status: 'connected', sealedBy })
  }
  await untilRead('first')

  /** What calls the webhook, with the token it was given last. */
  let token: string = tokens.old
  const statuses: number[] = []
  const life = { isStopping: false }
  const calling = (async () => {
    while (!life.isStopping) {
      statuses.push(await bounceBy(balancer.url, token))
      await sleep(20)
    }
  })()
  for (const { keys, tokens: accepted, sealedBy } of rounds) {
    await write('TIJDIG_TOKEN_KEYS', keys)
    await write('TIJDIG_BOUNCE_TOKENS', accepted)
    for (const [place, start] of starts.entries())
      await replace(apis[place]!, async () => (apis[place] = await start()))
    await worker.stop()
    worker = await world.startWorkerHere(inFiles)
    await untilRead(sealedBy)
    token = tokens.new
  }
  life.isStopping = true
  await calling
  assert.deepEqual([...new Set(statuses)], [200])
  assert.equal(await bounceBy(balancer.url, tokens.old), 401)
})

async function bounceBy(baseUrl: string, token: string): Promise<number> {
  const mail = 'From: a@b.example\r\nSubject: Hello\r\n\r\nNothing of ours.\r\n'
  const url = `${baseUrl}/webhooks/email/bounce?token=${token}`
  return (await callApi(url, 'POST', mail, { 'content-type': 'message/rfc822' })).status
}

test('the token of a provider is replaced with the workers, one after the other, while reminders are due: no call is made with one that does not hold, and each reminder leaves once', async (t) => {
  const world = await startWorld(t)
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-provider-token-'))
  atEnd(t, () => rm(folder, { recursive: true }))
  const write = (text: string) => writeFile(join(folder, 'TIJDIG_TWILIO_AUTH_TOKENS'), text, { mode: 0o600 })
  await write(tokens.old)
  const provider = await startProviderOfTokens(t, `${world.product.sandboxUrl}/twilio`)
  const start = () =>
    world.startWorkerHere({
      CREDENTIALS_DIRECTORY: folder,
      TIJDIG_TWILIO_URL: provider.url,
      TIJDIG_VOLUME_BREAKER_FLOOR: '0',
    })
  const workers = [await start(), await start()]
  const load = startLoad(t, loadOf(world, world.product.baseUrl))
  const more = async () => load.untilTaken((await world.taken()).length + 20)
  const replaceAll = async (text: string) => {
    await write(text)
    for (const place of workers.keys()) {
      await workers[place]?.stop()
      workers[place] = await start()
      await more()
    }
  }
  await more()
  provider.holds.add(tokens.new)
  await replaceAll(`${tokens.new},${tokens.old}`)
  provider.holds.delete(tokens.old)
  await more()
  await replaceAll(tokens.new)
  await load.stop()

  const numbers = await plannedNumbers(world.owner)
  await eventually(async () => (await world.taken()).length >= numbers.length, 60_000)
  assertOnceEach(await world.taken(), numbers)
  assert.deepEqual([...provider.calls.keys()].toSorted(), [`${tokens.new} 201`, `${tokens.old} 201`])
})

/** Stands before the twin and knows several tokens at once, as an account at Twilio has a second one while it rotates. */
async function startProviderOfTokens(t: TestContext, twinUrl: string) {
  const holds = new Set<string>([tokens.old])
  const calls = new Map<string, number>()
  const { accountSid, authToken } = smsVendors.twilio.twinAccount
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`
  const server = createServer(async (request, response) => {
    const [sid, token = ''] = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':')
    const isKnown = sid === accountSid && holds.has(token)
    const body = await buffer(request)
    const answer = await fetch(twinUrl + request.url, {
      method: request.method ?? 'GET',
      headers: {
        authorization: isKnown ? authorization : '',
        'content-type': request.headers['content-type'] ?? '',
      },
      ...(body.length > 0 && { body }),
    })
    const call = `${token} ${answer.status}`
    calls.set(call, (calls.get(call) ?? 0) + 1)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, holds, calls }
}
