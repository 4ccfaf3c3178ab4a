import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { resetDemo } from '#/app/operator/world/demo.ts'
import { isAnyWorkerAlive } from '#/slices/reminders/worker/heartbeat-store.ts'
import { callApi, eventually, startTestProduct, testSecret, type TestProduct } from '../../../test/harness.ts'
import { serveDemo, type DemoOptions } from './demo-routes.ts'

describe('what the page /demo asks', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct({ env: { TIJDIG_SECRET: testSecret } })
    await eventually(() => isAnyWorkerAlive(product.operator))
    const { databaseUrl, settings } = product
    assert.equal(await resetDemo({ databaseUrl, settings, log: silent }), true)
  })
  after(() => product.stop())

  const silent = { warn: assert.fail, debug: assert.fail, info: () => {}, error: assert.fail, fatal: assert.fail }
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    callApi(`${product.baseUrl}/demo${path}`, method, undefined, headers)

  test('signs in a member of staff and a recipient of the demo, without mailbox or telephone', async () => {
    const { holder } = (await ask('GET', '/state')).body.data
    const opened = await ask('POST', '/staff-session')
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const session = await callApi(`${product.baseUrl}/auth/session`, 'GET', undefined, { cookie })
    assert.equal(session.body.data.platformHolderId, holder.id)
    const { accessToken } = (await ask('POST', '/recipient-session')).body.data
    const me = await callApi(`${product.baseUrl}/api/v1/recipient/profile`, 'GET', undefined, {
      authorization: `Bearer ${accessToken}`,
    })
    assert.equal(me.body.data.displayName, 'Noor Jansen')
  })

  test('shows what arrived, moves the clock by a day, and begins anew', async () => {
    const { now } = (await ask('GET', '/state')).body.data
    const arrived = () =>
      eventually(async () => {
        const { body } = await ask('GET', '/messages')
        return body.data.items.length === 7 && body.data.items
      })
    const items = await arrived()
    assert.match(items.at(-1).text, /\/m\/[0-9A-Za-z]{13}/)
    const moved = (await ask('POST', '/clock')).body.data
    assert.ok(Temporal.Instant.from(moved.now).since(now).total('hours') >= 24)
    assert.equal((await ask('POST', '/reset')).status, 200)
    await arrived()
    assert.ok(
      Temporal.Instant.from((await ask('GET', '/state')).body.data.now)
        .since(now)
        .total('hours') < 1,
    )
  })

  test('answers this machine only: no other name, no page of another origin, no caller from elsewhere', async () => {
    const port = Number(new URL(product.baseUrl).port)
    const statusFor = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ host: '127.0.0.1', port, method: 'POST', path: '/demo/staff-session', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
          .on('error', reject)
          .end()
      })
    assert.equal(await statusFor({ host: 'tijdig.example' }), 404)
    assert.equal(await statusFor({ host: `127.0.0.1:${port}`, origin: 'https://evil.example' }), 404)
    assert.equal(await statusFor({ host: `127.0.0.1:${port}`, origin: 'http://127.0.0.1:1' }), 404)
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      assert.equal(await statusFor({ host: `127.0.0.1:${port}`, [header]: '198.51.100.7' }), 404, header)
    assert.equal(await statusFor({ host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }), 200)
  })

  test('is not there in production, whoever tries to serve it, nor at a public address', async () => {
    for (const elsewhere of [{ environment: 'production' }, { baseUrl: 'https://beta.example' }] as const) {
      const settings = { ...product.settings, ...elsewhere }
      await assert.rejects(serveDemo(Fastify(), { settings } as DemoOptions), /no demo in production/)
    }
  })
})
