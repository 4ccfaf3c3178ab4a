import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { deactivateStaff, inviteStaff } from '#/slices/access/access.ts'
import { eventually, mailsTo, shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { newAppointment } from '../../operation-cases.ts'
import { storeEndpoint } from '../../webhook-cases.ts'
import { startReceiver, type Receiver } from '../../webhook-world.ts'

describe('Mail about a webhook that fails', () => {
  let product: TestProduct
  let receiver: Receiver
  before(async () => {
    product = await shareTestProduct('api', 'worker', 'sandbox')
    receiver = await startReceiver((response) => response.writeHead(500).end('Not now'))
  })
  after(async () => {
    await product?.stop()
    await receiver?.close()
  })

  /** A member of staff who reads a language. @returns their address */
  async function staff(holder: TestHolder, role: 'owner' | 'admin' | 'integrator', locale: string): Promise<string> {
    const email = `${role}-${randomUUID()}@holder.example`
    const { id } = await inTransaction(product.operator, { holder: null }, (tx) =>
      inviteStaff(tx, holder.id, email, role),
    )
    await product.operator.query('update staff_member set interface_locale = $2 where id = $1', [id, locale])
    return email
  }
  const subjectsTo = async (email: string) => {
    const mails = (await mailsTo(product, email)) as { readonly subject: string; readonly text: string }[]
    return mails.filter(({ text }) => text.includes('/setup/webhooks')).map(({ subject }) => subject)
  }
  const set = (id: string, assignments: string) =>
    product.operator.query(`update webhook_endpoint set ${assignments} where id = $1`, [id])
  /** Has another attempt fail, of an endpoint that has been failing for so long. */
  async function fail(holder: TestHolder, id: string, hours: number): Promise<void> {
    const before = await recorded(id)
    await set(id, `failing_since = now() - interval '${hours} hours'`)
    await holder.call('POST', '/appointments', await newAppointment(product))
    // Recorded, not only called: what is recorded counts the hours as they stand then.
    await eventually(async () => (await recorded(id)) > before)
  }
  async function recorded(id: string): Promise<number> {
    const { rows } = await product.operator.query<{ attempts: number }>(
      'select count(*)::int as attempts from webhook_attempt where endpoint_id = $1',
      [id],
    )
    return rows[0]?.attempts ?? 0
  }

  test('comes after a day and after five, to owners and integrators, each in their language, and once', async () => {
    const holder = await product.createHolder({ displayName: 'Praktijk De Els' })
    const [owner, integrator] = [await staff(holder, 'owner', 'nl'), await staff(holder, 'integrator', 'fr')]
    const [admin, former] = [await staff(holder, 'admin', 'en'), await staff(holder, 'integrator', 'de')]
    await inTransaction(product.operator, { holder: null }, (tx) => deactivateStaff(tx, holder.id, former))
    const { host } = new URL(receiver.url)
    const { endpoint } = await storeEndpoint(holder, { url: receiver.url, eventTypes: ['appointment.registered'] })
    await fail(holder, endpoint.id, 23)
    await fail(holder, endpoint.id, 25)
    await eventually(async () => (await subjectsTo(owner)).length > 0 && (await subjectsTo(integrator)).length > 0)
    await fail(holder, endpoint.id, 26)
    await fail(holder, endpoint.id, 121)
    await eventually(async () => (await subjectsTo(owner)).length > 1 && (await subjectsTo(integrator)).length > 1)
    assert.deepEqual(await subjectsTo(owner), [
      `Webhook naar ${host} is uitgezet`,
      `Webhook naar ${host} mislukt steeds`,
    ])
    assert.deepEqual(await subjectsTo(integrator), [
      `Le webhook vers ${host} a été désactivé`,
      `Le webhook vers ${host} échoue sans cesse`,
    ])
    assert.deepEqual([await subjectsTo(admin), await subjectsTo(former)], [[], []])
    const [{ text }] = (await mailsTo(product, owner)) as [{ readonly subject: string; readonly text: string }]
    assert.match(text, /Praktijk De Els/)
    const { body } = await holder.call('GET', `/webhook-endpoints/${endpoint.id}`)
    assert.deepEqual([body.data.status, body.data.disabledReason], ['disabled', 'failing'])
  })
})
