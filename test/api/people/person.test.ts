import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment, storeUndelivered } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct('api')
})
after(() => product?.stop())

const noor = { displayName: 'Noor Bakker', phoneNumberE164: '+31612341201', email: 'noor.bakker@example.com' }

async function read(holder: TestHolder, personId: string) {
  const { status, body } = await holder.call('GET', `/people/${personId}`)
  assertDocumented('getHolderPerson', status, body)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function listOf(holder: TestHolder, personId: string, part: string): Promise<ReturnType<typeof JSON.parse>[]> {
  const items = []
  let pageToken: string | null = null
  do {
    const query: string = pageToken === null ? '' : `&pageToken=${pageToken}`
    const { status, body } = await holder.call('GET', `/people/${personId}/${part}${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    items.push(...body.data.items)
    pageToken = body.data.nextPageToken
  } while (pageToken !== null)
  return items
}

test('all appointments of a person are listed page by page: those ahead from the next on, those that began from the last on', async () => {
  const holder = await product.createHolder()
  const made = []
  for (const hours of [72, 24, 48, -24, -72])
    made.push(await storeAppointment(product, holder, hours, { recipient: noor }))
  await storeAppointment(product, holder, 24, { recipient: { ...noor, displayName: 'Tim Bakker' } })
  const ids = made.map(({ id }) => id)
  const { personId } = made[0].recipient
  const coming = await listOf(holder, personId, 'appointments?when=coming&pageSize=2')
  assert.deepEqual(
    coming.map(({ id }) => id),
    [ids[1], ids[2], ids[0]],
  )
  const past = await listOf(holder, personId, 'appointments?when=past&pageSize=1')
  assert.deepEqual(
    past.map(({ id }) => id),
    [ids[3], ids[4]],
  )
  const person = await read(holder, personId)
  assert.deepEqual(
    [person.displayName, person.phoneNumberE164, person.email, person.linked],
    [noor.displayName, noor.phoneNumberE164, noor.email, false],
  )
})

test('what was sent is listed with what became of it', async () => {
  const holder = await product.createHolder()
  const { id, recipient } = await storeUndelivered(product, holder, 48, { recipient: noor })
  const [message, ...others] = await listOf(holder, recipient.personId, 'messages?pageSize=5')
  assert.deepEqual(others, [])
  assert.deepEqual(
    [message.appointmentId, message.channel, message.state, message.reasonCode],
    [id, 'sms', 'undelivered', 'number_unreachable'],
  )
})

test('a corrected contact goes to all local appointments ahead, and the person stays one: with the past, the note and both ids', async () => {
  const holder = await product.createHolder()
  const past = await storeAppointment(product, holder, -48, { recipient: noor })
  const made = [await storeAppointment(product, holder, 48, { recipient: noor })]
  made.push(await storeAppointment(product, holder, 96, { recipient: noor }))
  const before = made[0].recipient.personId
  const note = await holder.call('PATCH', `/people/${before}/note`, { expectedVersion: 0, text: 'Belt na vier uur' })
  assert.equal(note.status, 200, JSON.stringify(note.body))
  const contact = { phoneNumberE164: '+31612341299', email: noor.email }
  const request = { clientRequestId: randomUUID(), ...contact }
  const answers = [
    await holder.call('POST', `/people/${before}/contact`, request),
    await holder.call('POST', `/people/${before}/contact`, request),
  ]
  for (const { status, body } of answers) {
    assertDocumented('correctHolderPersonContact', status, body)
    assert.deepEqual([status, body.data.changed, body.data.sourceManaged], [200, 2, 0])
  }
  const personId = answers[0]?.body.data.personId
  assert.notEqual(personId, before)
  for (const id of [personId, before]) {
    const person = await read(holder, id)
    assert.deepEqual([person.personId, person.phoneNumberE164], [personId, contact.phoneNumberE164])
    assert.equal(person.note.text, 'Belt na vier uur')
    const listed = await listOf(holder, id, 'appointments?when=past')
    assert.deepEqual(
      listed.map((one) => one.id),
      [past.id],
    )
    assert.equal((await listOf(holder, id, 'appointments?when=coming')).length, 2)
  }
  const late = await holder.call('POST', `/people/${before}/contact`, { ...request, clientRequestId: randomUUID() })
  assert.deepEqual([late.status, late.body.error?.code], [409, 'STATE_CONFLICT'], 'of the contact before')
})

test('opt-outs are shown with where they come from', async () => {
  const holder = await product.createHolder()
  const { id, recipient } = await storeAppointment(product, holder, 48, { recipient: noor })
  await product.operator.query(
    `insert into suppression (platform_holder_id, channel, contact_key, is_active, source)
     select platform_holder_id, 'sms', recipient_phone_key, true, 'sms_reply' from appointment where id = $1`,
    [id],
  )
  const [optOut, ...others] = (await read(holder, recipient.personId)).optOuts
  assert.deepEqual([optOut.channel, optOut.source, others], ['sms', 'sms_reply', []])
})

test('a note is written once per version, and removed by an empty one', async () => {
  const holder = await product.createHolder()
  const { recipient } = await storeAppointment(product, holder, 48, { recipient: noor })
  const write = (expectedVersion: number, text: string) =>
    holder.call('PATCH', `/people/${recipient.personId}/note`, { expectedVersion, text })
  assert.deepEqual((await write(0, ' Bel de buren ')).body.data.text, 'Bel de buren')
  assert.equal((await write(0, 'Anders')).body.error.code, 'VERSION_CONFLICT')
  assert.deepEqual((await write(1, '')).body.data.text, '')
  assert.equal((await write(2, 'x'.repeat(301))).status, 400)
})

test('another organization sees nothing of a person', async () => {
  const [holder, other] = [await product.createHolder(), await product.createHolder()]
  const { recipient } = await storeAppointment(product, holder, 48, { recipient: noor })
  for (const part of ['', '/appointments', '/messages'])
    assert.equal((await other.call('GET', `/people/${recipient.personId}${part}`)).status, 404)
})
