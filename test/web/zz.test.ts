import { test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { startWeb } from './world.ts'
import { addDelivery } from '../webhook-cases.ts'

const web = startWeb()

test('look', async (t) => {
  const holder = await web.product.createHolder({ defaultLocale: 'nl' })
  const server = createServer((request, response) => request.resume().on('end', () => response.end('{"ok":true}')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/tijdig`
  const langs = (process.env.ZZ ?? 'nl,ar').split(',')
  const shoot = async (name: string, path: string, act?: (page: any) => Promise<void>) => {
    for (const locale of langs)
      for (const width of [1280, 390]) {
        const page = await web.open(t, { path, as: holder.staffEmail, locale, width })
        await page.waitForTimeout(400)
        if (act) await act(page)
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/h/hookapi-${name}-${locale}-${width}.png` })
        await page.context().close().catch(() => undefined)
      }
  }
  await shoot('empty', '/setup/webhooks')
  const made: any[] = []
  for (const [description, fields] of [['Praktijksysteem', {}], ['Wachtkamerscherm', { eventTypes: ['appointment.confirmed'] }]] as const) {
    const { body } = await holder.call('POST', '/webhook-endpoints', { clientRequestId: randomUUID(), url, description, ...fields })
    made.push(body.data.endpoint)
  }
  const ids = { platformHolderId: holder.id, endpointId: made[0].id as string }
  for (const [state, type] of [['delivered', 'appointment.confirmed'], ['delivered', 'reminder.sent'], ['failed', 'appointment.cancelled'], ['delivered', 'appointment.registered']] as const)
    await addDelivery(web.product, { ...ids, state, type })
  await web.product.operator.query(
    `insert into webhook_attempt (platform_holder_id, endpoint_id, position, attempt_no, at, duration_ms, status, error_code, answer)
     select $1, $2, position, 1, now(), 120 + position * 7, case when state = 'failed' then 500 else 200 end, case when state = 'failed' then 'status' end, case when state = 'failed' then 'Internal error' else '{"ok":true}' end from webhook_delivery where platform_holder_id = $1 and endpoint_id = $2`, [ids.platformHolderId, ids.endpointId])
  await web.product.operator.query(`update webhook_delivery set attempts = 1, settled_at = now() where platform_holder_id = $1`, [holder.id])
  await holder.call('PATCH', `/webhook-endpoints/${made[1].id}`, { expectedVersion: 1, status: 'paused' })
  await shoot('list', '/setup/webhooks')
  await shoot('new', '/setup/webhooks?edit=new')
  await shoot('one', `/setup/webhooks/${made[0].id}`)
  await shoot('open', `/setup/webhooks/${made[0].id}`, async (page) => {
    await page.locator('a[data-row-link]').nth(1).click()
  })
  await shoot('test', `/setup/webhooks/${made[0].id}`, async (page) => {
    await page.locator('main header button').first().click()
    await page.locator('dialog form button[type=submit]').click()
    await page.waitForTimeout(700)
  })
  await shoot('paused', `/setup/webhooks/${made[1].id}`, async (page) => {
    await page.locator('main header button').nth(2).click()
  })
  await shoot('events', '/setup/webhooks/events', async (page) => {
    await page.locator('summary').nth(1).click()
  })
})
