import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { shareTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { assertDocumented } from '../http/contract-document.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
  const people = [
    ['Jan de Groot', '+31612340001'],
    ['Zoë Jansen', '+31612340002'],
    ['Søren Ångström-Müller', '+31201234567'],
    ["Mary O'Brien", '+14165550123'],
    ['李小龍', '+85221234567'],
    ['김민수', '+8210123456'],
  ]
  for (const [displayName, phoneNumberE164] of people)
    await storeAppointment(product, holder, 240, { recipient: { displayName, phoneNumberE164 } })
  const stranger = await product.createHolder()
  await storeAppointment(product, stranger, 240, {
    recipient: { displayName: 'Jan de Groot', phoneNumberE164: '+31612340001' },
  })
})
after(() => product?.stop())

async function find(query: string, of = holder): Promise<string[]> {
  const { status, body } = await of.call('POST', '/people/search', { query })
  assertDocumented('searchHolderPeople', status, body)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.items.map((person: { displayName: string }) => person.displayName)
}

test('a person is found by any word of the name, however it is written', async () => {
  for (const query of ['groot', 'De Groot', 'de gr', 'jan de', 'groot jan', 'GROOT', 'gróót'])
    assert.deepEqual(await find(query), ['Jan de Groot'], query)
  for (const query of ['zoe', 'Zoë', 'jansen', 'jansen zo']) assert.deepEqual(await find(query), ['Zoë Jansen'], query)
  for (const query of ['soren', 'Søren', 'angstrom', 'muller', 'müller'])
    assert.deepEqual(await find(query), ['Søren Ångström-Müller'], query)
  assert.deepEqual(await find("o'brien"), ["Mary O'Brien"])
  for (const query of ['李', '龍', '小龍']) assert.deepEqual(await find(query), ['李小龍'], query)
  for (const query of ['김', '민수']) assert.deepEqual(await find(query), ['김민수'], query)
  assert.deepEqual(await find('groot zoe'), [], 'all words have to fit')
  assert.deepEqual(await find('root'), [], 'the middle of a word is no beginning')
})

test('a person is found by the number in every way of writing, its beginning and its last digits', async () => {
  for (const query of ['0612340001', '06 1234 0001', '06-12340001', '+31612340001', '+31 6 12340001', '0031612340001'])
    assert.deepEqual(await find(query), ['Jan de Groot'], query)
  assert.deepEqual(await find('40001'), ['Jan de Groot'], 'last digits')
  assert.deepEqual((await find('06123400')).toSorted(), ['Jan de Groot', 'Zoë Jansen'], 'while it is typed')
  assert.deepEqual(await find('020 123 4567'), ['Søren Ångström-Müller'])
  assert.deepEqual(await find('+1 416-555-0123'), ["Mary O'Brien"])
  assert.deepEqual(await find('01'), [], 'two digits say nothing')
})

test('a person is found by the id that another system gave an appointment', async () => {
  const startsAt = (await product.clock.now()).add({ hours: 48 })
  const { status } = await holder.call('POST', '/appointments/intake', {
    sourceSystem: 'tests',
    externalAppointmentId: 'Z-2026/77',
    startsAt: startsAt.toString(),
    endsAt: startsAt.add({ minutes: 15 }).toString(),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Piet Externe', phoneNumberE164: '+31612340077' },
  })
  assert.equal(status, 201)
  assert.deepEqual(await find('Z-2026/77'), ['Piet Externe'])
})

test('one person with two numbers is shown once after a correction, and a family with one number each for themselves', async () => {
  const own = await product.createHolder()
  const recipient = { displayName: 'Noor Bakker', phoneNumberE164: '+31612340011' }
  const { id, version } = await storeAppointment(product, own, 240, { recipient })
  await storeAppointment(product, own, 200, { recipient: { ...recipient, displayName: 'Tim Bakker' } })
  await storeAppointment(product, own, 100, { recipient })
  const corrected = { ...recipient, phoneNumberE164: '+31612340012' }
  const answer = await own.call('PATCH', `/appointments/${id}`, { expectedVersion: version, recipient: corrected })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.deepEqual((await find('bakker', own)).toSorted(), ['Noor Bakker', 'Tim Bakker'])
})

test('what tells two people of one name apart stands beside them, those with the next appointment first', async () => {
  const own = await product.createHolder()
  for (const [hours, digit] of [
    [240, 1],
    [48, 2],
  ] as const)
    await storeAppointment(product, own, hours, {
      recipient: { displayName: 'Anna Smit', phoneNumberE164: `+3161234005${digit}` },
    })
  const { body } = await own.call('POST', '/people/search', { query: 'smit' })
  assert.deepEqual(
    body.data.items.map((one: { phoneNumberE164: string }) => one.phoneNumberE164),
    ['+31612340052', '+31612340051'],
  )
  assert.ok(body.data.items.every((one: { nextAppointment: object | null }) => one.nextAppointment !== null))
})

test('of more people than are shown the answer says so', async () => {
  const own = await product.createHolder()
  for (let index = 0; index < 22; index += 1)
    await storeAppointment(product, own, 240, {
      recipient: { displayName: `Veel ${index}`, phoneNumberE164: `+316123410${String(index).padStart(2, '0')}` },
    })
  const { body } = await own.call('POST', '/people/search', { query: 'veel' })
  assert.equal(body.data.items.length, 20)
  assert.equal(body.data.hasMore, true)
  assert.deepEqual(await find('veel 21', own), ['Veel 21'])
})

test('nobody of another organization is found, and no log holds what was sought', async () => {
  const secret = `Zoekterm${randomUUID().slice(0, 8)}`
  const other = await product.createHolder()
  assert.deepEqual(await find('groot', other), [])
  assert.deepEqual(await find(secret, other), [])
  assert.ok(!product.logLines.some((line) => line.includes(secret)))
})
