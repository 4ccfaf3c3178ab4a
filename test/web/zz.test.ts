import { test } from 'node:test'
import { eventually } from '../harness.ts'
import { settle } from './every-page.ts'
import { startWeb } from './world.ts'

const web = startWeb()

test('look', async (t) => {
  const holder = await web.product.createHolder({ displayName: 'Praktijk De Beuk' })
  const requestId = 'req_0199f3c25a7e7c319d4e3f2b8a6c1d07'
  await holder.call('GET', '')
  await holder.call('POST', '/appointments', { startsAt: 'x', recipient: { a: 1 } }, { 'user-agent': 'tijdig-typescript/1.2.0', 'x-request-id': requestId })
  await holder.call('GET', '/appointments/0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d07')
  await holder.call('GET', '/appointments?pageSize=10')
  await eventually(async () => (await holder.call('GET', '/request-log')).body.data.items.length >= 4)
  const id = (await holder.call('GET', `/request-log?requestId=${requestId}`)).body.data.items[0].id
  for (const locale of ['nl', 'ar'] as const) {
    const page = await web.open(t, { path: '/account/calls', as: holder.staffEmail, locale })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [name, path] of [['list', '/account/calls'], ['none', '/account/calls?answered=5xx'], ['one', `/account/calls?call=${id}`]]) {
        await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`)
        await settle(page)
        if (name === 'one') await page.getByRole('dialog').waitFor()
        await new Promise((resolve) => setTimeout(resolve, 600))
        await page.screenshot({ path: `/tmp/h-req-${name}-${locale}-${width}.png` })
      }
    }
  }
})
