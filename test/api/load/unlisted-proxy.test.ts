import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { eventually, startTestProduct } from '../../harness.ts'
import { rowsOf } from '../../operator-world.ts'

async function startWith(t: TestContext, proxies: string) {
  const env = { TIJDIG_TRUSTED_PROXIES: proxies }
  const product = await startTestProduct({ roles: ['api', 'login'], env })
  t.after(() => product.stop())
  const { baseUrl, loginUrl } = product.settings
  return {
    ask: (headers: Record<string, string>) =>
      Promise.all([baseUrl, loginUrl].map(async (url) => (await fetch(`${url}/healthz`, { headers })).status)),
    async isNoted() {
      const sql = 'select unlisted_proxy_seen_at is not null as is_noted from installation'
      const [row] = await rowsOf<{ isNoted: boolean }>(product.operator, sql)
      return row?.isNoted
    },
    warnings: () => product.logLines.filter((line) => line.includes('TIJDIG_TRUSTED_PROXIES')).length,
  }
}

test('a proxy that is not named is noticed at its first request, once, whatever it adds', async (t) => {
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    await t.test(header, async (each) => {
      const world = await startWith(each, '10.0.0.0/8')
      assert.deepEqual(await world.ask({}), [200, 200])
      assert.equal(await world.isNoted(), false)
      for (let call = 0; call < 5; call += 1) await world.ask({ [header]: `198.51.100.${call}` })
      await eventually(world.isNoted)
      assert.equal(world.warnings(), 1)
    })
})

test('one that is named is none of these', async (t) => {
  const world = await startWith(t, '127.0.0.1')
  assert.deepEqual(await world.ask({ 'x-forwarded-for': '198.51.100.7', via: '1.1 proxy' }), [200, 200])
  assert.deepEqual([await world.isNoted(), world.warnings()], [false, 0])
})
