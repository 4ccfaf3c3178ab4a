import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eventually } from '../harness.ts'
import { freePorts } from '../postgres.ts'
import { atEnd } from '../crash/at-end.ts'
import { endOf, startServe } from '../crash/processes.ts'
import { intakeOf, startWorld } from '../crash/world.ts'
import {
  caddy,
  failTimeoutSeconds,
  haproxy,
  isInstalled,
  nginx,
  startProxy,
  type Behind,
  type Proxy,
} from './proxies.ts'

/** A process that was told to stop serves on for as long: longer than any of the proxies needs to notice. */
const graceSeconds = failTimeoutSeconds + 2
/** What docs/running/upgrade.md says to wait for before the next process is replaced. */
const pauseMs = 3_000
const anonymousLimit = 60

const proxies = await Promise.all(
  [nginx, caddy, haproxy].map(async (proxy) => ({ proxy, isHere: await isInstalled(proxy) })),
)
const missing = proxies.filter(({ isHere }) => !isHere).map(({ proxy }) => proxy.name)

test(
  'through nginx, Caddy and HAProxy as the samples have them, no request fails while both processes are replaced, and callers are told apart',
  { skip: missing.length > 0 && `not installed here: ${missing.join(', ')}` },
  async (t) => {
    const world = await startWorld(t)
    const [a = 0, b = 0, loginA = 0, loginB = 0] = await freePorts(4)
    const starts = [
      [a, loginA],
      [b, loginB],
    ].map(([port, loginPort]) => () => {
      const env = world.processEnv({
        TIJDIG_PORT: String(port),
        TIJDIG_LOGIN_PORT: String(loginPort),
        TIJDIG_BASE_URL: 'https://afspraken.example',
        TIJDIG_LOGIN_URL: 'https://inloggen.example',
        TIJDIG_TRUSTED_PROXIES: '127.0.0.1',
        TIJDIG_STOP_GRACE_SECONDS: String(graceSeconds),
        TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: String(anonymousLimit),
      })
      return startServe(t, { args: ['--roles', 'api,login'], env })
    })
    const running = await Promise.all(starts.map((start) => start()))
    const callers = await Promise.all(
      proxies.map(({ proxy }) => startCaller(t, proxy, { apis: [a, b], logins: [loginA, loginB] })),
    )
    for (const { call, name } of callers) {
      const { headers, status } = await call('GET', '/my', { host: 'inloggen.example' })
      assert.deepEqual([name, status < 500], [name, true])
      assert.ok(headers['x-request-id'], `${name} leads to the login server`)
    }
    for (const { call, name } of callers) {
      // Whoever claims to be forwarded for others has one allowance all the same.
      const refused = async (claimed: number) => {
        const { status } = await call('GET', '/api/v1/me', { 'x-forwarded-for': `198.51.100.${claimed}` })
        assert.ok([401, 429].includes(status), `${name}: ${status}`)
        return status === 429
      }
      let claimed = 0
      // On a slow machine a new minute begins meanwhile.
      while (!(await refused((claimed += 1)))) assert.ok(claimed <= 3 * anonymousLimit, `${name} passes claims on`)
    }

    const path = `/api/v1/platform-holders/${world.holder.id}/appointments`
    const authorization = `Bearer ${world.holder.apiKey}`
    const life = { isStopping: false }
    let index = 0
    const statuses: Record<string, number> = {}
    const lanes = callers.flatMap(({ call, name }) =>
      Array.from({ length: 2 }, async () => {
        while (!life.isStopping) {
          const [method, sent] = index % 2 === 0 ? ['GET', undefined] : ['POST', intakeOf(index)]
          const { status, by } = await call(method, sent ? `${path}/intake` : path, { authorization }, sent).catch(
            (error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message, by: 'nobody' }),
          )
          index += 1
          const outcome = /^20[01]$/.test(String(status)) ? `${name} ${status}` : `${name} ${method} ${status} by ${by}`
          statuses[outcome] = (statuses[outcome] ?? 0) + 1
        }
      }),
    )
    for (const [place, start] of starts.entries()) {
      const old = running[place]
      assert.ok(old)
      old.signal('SIGTERM')
      assert.equal((await endOf(old)).code, 0, old.output())
      await start()
      await sleep(pauseMs)
    }
    life.isStopping = true
    await Promise.all(lanes)
    t.diagnostic(JSON.stringify(statuses))
    const failed = Object.keys(statuses).filter((key) => !/ 20[01]$/.test(key))
    assert.deepEqual(failed, [], JSON.stringify(statuses))
    assert.equal(Object.keys(statuses).length, 6, 'each proxy read and wrote')
  },
)

test(
  'through Caddy and HAProxy a process that is being replaced still gets what comes when the other does not pass its check either',
  { skip: missing.length > 0 && `not installed here: ${missing.join(', ')}` },
  async (t) => {
    const leaving = await Promise.all([startLeaving(t), startLeaving(t)])
    const [a, b] = leaving
    const behind: Behind = { apis: [a.port, b.port], logins: [a.port, b.port] }
    const callers = await Promise.all([caddy, haproxy].map((proxy) => openCaller(t, proxy, behind)))
    const seen = leaving.map(({ checks }) => checks() + 10)
    await eventually(async () => leaving.every(({ checks }, place) => checks() > (seen[place] ?? 0)), 30_000)
    for (const { call, name } of callers)
      for (const [method, body] of [['GET'], ['POST', {}]] as const)
        assert.deepEqual([name, method, (await call(method, '/', {}, body)).status], [name, method, 200])
  },
)

/** A server that passes no check and answers everything else, as a process does that was told to stop. */
async function startLeaving(t: TestContext) {
  let checks = 0
  const server = createServer((request, answer) => {
    const isCheck = request.url === '/readyz'
    if (isCheck) checks += 1
    answer.writeHead(isCheck ? 503 : 200, { connection: 'close' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, () => promisify(server.close.bind(server))())
  return { port: (server.address() as AddressInfo).port, checks: () => checks }
}

async function startCaller(t: TestContext, proxy: Proxy, behind: Behind) {
  const { output, ...caller } = await openCaller(t, proxy, behind)
  const isUp = () =>
    caller.call('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    )
  await eventually(isUp, 30_000).catch((error: unknown) => {
    throw new Error(`${proxy.name} does not come up: ${output()}`, { cause: error })
  })
  return caller
}

async function openCaller(t: TestContext, proxy: Proxy, behind: Behind) {
  const { port, certificate, output } = await startProxy(t, proxy, behind)
  const agent = new Agent({ keepAlive: true, ca: certificate })
  atEnd(t, async () => agent.destroy())
  const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
    const host = headers['host'] ?? 'afspraken.example'
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      servername: host,
      method,
      path,
      headers: { host, ...(body && { 'content-type': 'application/json' }), ...headers },
    })
    sent.end(body && JSON.stringify(body))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    await text(answer)
    const { statusCode: status = 0, headers: answered } = answer
    return { status, headers: answered, by: answered['x-request-id'] === undefined ? 'the proxy' : 'a process' }
  }
  return { name: proxy.name, call, output }
}
