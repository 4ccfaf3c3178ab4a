import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createDemoKey } from '#/app/demo/demo.ts'
import { addDemoClinic } from '#/app/operator/world/demo.ts'
import { callApi, startTestProduct, type TestProduct } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/operator-world.ts'
import { clinicDays } from './clinic-visits.ts'

describe('the clinic with two thousand appointments a day', () => {
  let product: TestProduct
  let id: string
  before(async () => {
    product = await startTestProduct({ roles: ['api', 'login', 'sandbox'] })
    id = await add()
  })
  after(() => product.stop())

  const silent = { warn: assert.fail, debug: assert.fail, info: () => {}, error: assert.fail, fatal: assert.fail }
  const add = () => addDemoClinic({ databaseUrl: product.databaseUrl, settings: product.settings, log: silent })
  const countsOf = <Row extends object>(sql: string) => rowsOf<Row>(product.operator, sql)

  test('has them on each of its days by the calendar of the clinic, in three time zones, and is added once', async () => {
    const days = await countsOf<{ count: number; zones: number; places: number; types: number }>(
      `select count(*), count(distinct timezone) as zones, count(distinct location_id) as places, count(distinct appointment_type_id) as types
       from appointment group by (starts_at at time zone 'Europe/Amsterdam')::date`,
    )
    assert.deepEqual(
      days,
      clinicDays.map(() => ({ count: 2_000, zones: 3, places: 12, types: 20 })),
    )
    assert.equal(await add(), id)
  })

  test('has sixty open requests and eight that wait for a time, each of a person who may sign in', async () => {
    const [requests] = await countsOf<object>(
      `select count(*) filter (where r.status = 'pending_review' and a.open_request_id = r.id and r.expires_at > tijdig_now()) as open,
         count(*) filter (where r.status = 'approved' and a.awaits_new_time) as waiting, count(a.recipient_id) as linked
       from recipient_request r join appointment a on a.platform_holder_id = r.platform_holder_id and a.id = r.appointment_id
         and a.recipient_id = r.recipient_id`,
    )
    assert.deepEqual(requests, { open: 60, waiting: 8, linked: 68 })
  })

  test('has three hundred appointments of which messages did not arrive, for six reasons', async () => {
    const [unreached] = await countsOf<object>(
      `select count(distinct appointment_id) as appointments, count(distinct reason_code) as reasons from reminder
       where state in ('undelivered', 'failed', 'unknown', 'suppressed') or reason_code = 'landline'`,
    )
    assert.deepEqual(unreached, { appointments: 300, reasons: 6 })
  })

  test('is as the engine would have left it: nothing that is over waits, and maintenance finds nothing to plan anew', async () => {
    const [late] = await countsOf<{ count: number }>(
      `select count(*) from reminder where state in ('planned', 'held') and due_at < tijdig_now() - interval '5 minutes'`,
    )
    assert.equal(late?.count, 0)
    const planned = `select md5(string_agg(id || state || due_at || plan.stamp, ',' order by id)) as rows from reminder,
      lateral (select plan_stamp as stamp from appointment a where a.platform_holder_id = reminder.platform_holder_id and a.id = appointment_id) plan`
    const before = await countsOf<object>(planned)
    await product.maintain()
    assert.deepEqual(await countsOf<object>(planned), before)
  })

  test('is read through the API like any other', async () => {
    const { apiKey } = await createDemoKey(product.operator, id)
    const authorization = `Bearer ${apiKey}`
    const read = (path: string) =>
      callApi(`${product.baseUrl}/api/v1/platform-holders/${id}${path}`, 'GET', undefined, { authorization })
    const tomorrow = Temporal.Now.plainDateISO('Europe/Amsterdam').add({ days: 1 })
    const from = tomorrow.toZonedDateTime('Europe/Amsterdam').toInstant()
    const failed = await read(`/appointments?deliveryStatus=failed&pageSize=100&from=${from}`)
    assert.equal(failed.body.data.items.length, 100)
    const [{ id: appointmentId }] = failed.body.data.items
    const reminders = await read(`/appointments/${appointmentId}/reminders`)
    assert.ok(['undelivered', 'failed'].includes(reminders.body.data.items[0].state))
    const requests = await read('/recipient-requests?status=pending_review&pageSize=100')
    assert.equal(requests.body.data.items.length, 60)
  })
})
