import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { locales } from '#/locales/locales.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import { shareTestProduct, type Answer, type TestHolder, type TestProduct } from '../../harness.ts'
import { send } from '../http-request.ts'
import { storedState } from './stored-state.ts'

let product: TestProduct
let holder: TestHolder
before(async () => {
  product = await shareTestProduct('api')
  holder = await product.createHolder()
})
after(() => product?.stop())

const patch = (body: object, of = holder): Promise<Answer> => of.call('PATCH', '', body)
const location = (id: string, changes: object = {}) => ({
  id,
  name: 'Lindelaan',
  personCount: 4,
  roomCount: 3,
  ...changes,
})

async function assertRefused(body: object, path: string, code = 'VALIDATION_FAILED'): Promise<void> {
  const before = await storedState(product.operator)
  const reply = await patch(body)
  const name = JSON.stringify(body).slice(0, 80)
  assert.deepEqual([reply.status, reply.body.error?.code], [400, code], name)
  if (path !== '') assert.equal(reply.body.error.details[0].path, path, name)
  assert.deepEqual(await storedState(product.operator), before, name)
}

test('a new profile shows every field, empty text where nothing was given', async () => {
  const { body } = await (await product.createHolder({ displayName: 'Nieuw' })).call('GET', '')
  const { id, status, ...rest } = body.data
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(status, 'active')
  assert.deepEqual(rest, {
    activeFrom: '',
    activeUntil: '',
    billingEmail: '',
    branch: '',
    communicationInboxEmail: '',
    defaultLocale: 'nl',
    defaultTimezone: 'Europe/Amsterdam',
    isTest: false,
    displayName: 'Nieuw',
    legalName: '',
    financialContactName: '',
    financialContactPhoneNumber: '',
    generalContactName: '',
    headquartersAddressLine1: '',
    headquartersCountryCode: 'NL',
    headquartersPlace: '',
    headquartersPostalCode: '',
    registrationCountryCode: 'NL',
    registrationNumber: '',
    socialFacebook: '',
    socialInstagram: '',
    socialLinkedIn: '',
    taxNumber: '',
    websiteUrl: '',
    whatsappNumber: '',
    schedulingSetup: null,
  })
})

const everyField = {
  billingEmail: 'billing@example.com',
  branch: 'Zakelijke dienstverlening',
  communicationInboxEmail: 'desk@example.com',
  defaultLocale: 'pap-CW',
  defaultTimezone: 'America/Curacao',
  displayName: 'Kliniek',
  legalName: 'Kliniek B.V.',
  financialContactName: 'M. Visser',
  financialContactPhoneNumber: '+31201234567',
  generalContactName: 'S. Bakker',
  headquartersAddressLine1: 'Lindelaan 1',
  headquartersCountryCode: 'BE',
  headquartersPlace: 'Gent',
  headquartersPostalCode: '9000',
  registrationCountryCode: 'DE',
  registrationNumber: '90006623',
  socialFacebook: 'https://facebook.example/kliniek',
  socialInstagram: 'http://instagram.example/kliniek',
  socialLinkedIn: 'https://linkedin.example/kliniek',
  taxNumber: 'NL001',
  websiteUrl: 'https://kliniek.example',
  whatsappNumber: '+31612345678',
  schedulingSetup: { locations: [{ id: 'main', name: 'Lindelaan', personCount: 0, roomCount: 1000 }] },
}

test('every writable field is written and read back, and no other changes', async () => {
  const own = await product.createHolder()
  const all = await patch(everyField, own)
  assert.equal(all.status, 200)
  for (const [field, value] of Object.entries(everyField)) assert.deepEqual(all.body.data[field], value, field)
  for (const [field, value] of Object.entries(everyField)) {
    const one = await product.createHolder({ displayName: 'Praktijk' })
    const { body: before } = await one.call('GET', '')
    const { body } = await patch({ [field]: value }, one)
    assert.deepEqual(body.data, { ...before.data, [field]: value }, field)
    assert.deepEqual((await one.call('GET', '')).body.data, body.data)
  }
})

test('read-only and unknown fields are refused', async () => {
  for (const [field, value] of Object.entries({
    id: 'x',
    status: 'active',
    activeFrom: '2026-01-01T00:00:00Z',
    activeUntil: '',
    role: 'god_user',
    tenant: 'x',
    platformHolderId: 'x',
    billingContract: 'x',
    version: 1,
    display_name: 'x',
  })) {
    await assertRefused({ [field]: value, displayName: 'x' }, field, 'UNKNOWN_FIELD')
  }
})

test('an empty change is refused', () => assertRefused({}, 'body'))

test('text has its longest and no longer', async () => {
  for (const [field, max, make] of [
    ['legalName', 200, plain],
    ['displayName', 200, plain],
    ['financialContactName', 500, plain],
    ['generalContactName', 500, plain],
    ['headquartersAddressLine1', 500, plain],
    ['headquartersPlace', 500, plain],
    ['headquartersPostalCode', 40, plain],
    ['registrationNumber', 100, plain],
    ['taxNumber', 100, plain],
    ['billingEmail', 254, email],
    ['communicationInboxEmail', 254, email],
    ['socialFacebook', 2048, link],
    ['socialInstagram', 2048, link],
    ['socialLinkedIn', 2048, link],
    ['websiteUrl', 2048, link],
  ] as const) {
    assert.equal((await patch({ [field]: make(max - 1) })).status, 200, field)
    assert.equal((await patch({ [field]: make(max) })).status, 200, field)
    await assertRefused({ [field]: make(max + 1) }, field)
  }
})

const plain = (length: number) => 'é'.repeat(length)
const email = (length: number) => `${'a'.repeat(length - 10)}@b.example`
const link = (length: number) => `https://b.example/`.padEnd(length, 'x')

test('e-mail addresses, countries, links, branch and language have their forms', async () => {
  for (const address of ['', 'a@b.example']) assert.equal((await patch({ billingEmail: address })).status, 200)
  for (const address of ['a', 'a@', '@b.example', 'a b@c.example', 'a@b', 'a@b.example\nbcc: x@y.example'])
    await assertRefused({ billingEmail: address }, 'billingEmail')
  for (const country of ['', 'nl', 'NLD', 'N1', 'N']) {
    await assertRefused({ headquartersCountryCode: country }, 'headquartersCountryCode')
    await assertRefused({ registrationCountryCode: country }, 'registrationCountryCode')
  }
  for (const url of [
    'javascript:alert(1)',
    'ftp://b.example',
    'b.example',
    '//b.example',
    'data:text/html,x',
    'https://',
    'https://bank.example@evil.example',
    'https://user:password@b.example/',
    'https://evil.example\\@bank.example/',
    'https://b.example/\u202efdp',
  ])
    for (const field of ['websiteUrl', 'socialFacebook', 'socialInstagram', 'socialLinkedIn'])
      await assertRefused({ [field]: url }, field)
  for (const branch of ['Horeca', 'Zakelijke dienstverlening', 'Ziekenhuizen', 'Zorg', ''])
    assert.equal((await patch({ branch })).status, 200, branch)
  await assertRefused({ branch: 'zorg' }, 'branch')
  for (const defaultLocale of ['', 'n', 'nl_NL', 'nl-', 'nl-a', 'nl-NL-NL', `nl-${'x'.repeat(33)}`])
    await assertRefused({ defaultLocale }, 'defaultLocale')
  for (const [tag, stored] of [
    ['nl-BE', 'nl-BE'],
    ['NL', 'nl'],
    ['sr-latn', 'sr-Latn'],
  ])
    assert.equal((await patch({ defaultLocale: tag })).body.data.defaultLocale, stored)
  await assertRefused({ displayName: '' }, 'displayName')
})

test('a location is a place, and no web address', async () => {
  const named = (name: string) => ({
    schedulingSetup: { locations: [{ id: 'main', name, personCount: 1, roomCount: 1 }] },
  })
  for (const name of ['St. Jozef', 'Gebouw B.1, kamer 2.14', 'Praktijk.nl Utrecht'])
    assert.equal((await patch(named(name))).status, 200, name)
  for (const name of ['https://evil.example/pay', 'HXXP://evil', 'www.evil.example', 'betaal op evil.example/x'])
    await assertRefused(named(name), 'schedulingSetup.locations.0.name')
})

test('a stored link is never fetched', async () => {
  const { createServer } = await import('node:http')
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as { port: number }
    const websiteUrl = `http://127.0.0.1:${port}/`
    assert.equal((await patch({ websiteUrl, socialFacebook: websiteUrl })).status, 200)
    await holder.call('GET', '')
    assert.deepEqual(hits, [])
  } finally {
    server.close()
  }
})

test('a time zone must be one of the IANA names', async () => {
  for (const zone of ['Europe/Amsterdam', 'America/Curacao', 'Asia/Kathmandu', 'UTC'])
    assert.equal((await patch({ defaultTimezone: zone })).status, 200, zone)
  for (const zone of ['Europe/Atlantis', '+02:00', 'Amsterdam', 'CEST?', '../etc/passwd', "x'; select 1"])
    await assertRefused({ defaultTimezone: zone }, 'defaultTimezone', 'TIMEZONE_UNKNOWN')
  for (const zone of ['', 'x'.repeat(81)]) await assertRefused({ defaultTimezone: zone }, 'defaultTimezone')
  assert.equal((await patch({ defaultTimezone: 'EUROPE/amsterdam' })).body.data.defaultTimezone, 'Europe/Amsterdam')
})

test('telephone numbers are stored as E.164, national ones read in the country of the headquarters', async () => {
  const own = await product.createHolder()
  for (const field of ['financialContactPhoneNumber', 'whatsappNumber']) {
    for (const [typed = '', stored] of [
      ['020 123 4567', '+31201234567'],
      ['(020) 123-4567', '+31201234567'],
      ['0031 20 123 4567', '+31201234567'],
      ['06-12345678', '+31612345678'],
      ['+32 470 12 34 56', '+32470123456'],
      ['', ''],
    ]) {
      const { status, body } = await patch({ [field]: typed }, own)
      assert.deepEqual([status, body.data?.[field]], [200, stored], typed)
    }
    for (const typed of ['123', 'call me', '+31 99', '+1', 'x'.repeat(41)])
      await assertRefused({ [field]: typed }, field)
  }
  const { body } = await patch({ headquartersCountryCode: 'BE', whatsappNumber: '0470 12 34 56' }, own)
  assert.equal(body.data.whatsappNumber, '+32470123456')
  assert.equal((await patch({ whatsappNumber: '0470 12 34 57' }, own)).body.data.whatsappNumber, '+32470123457')
})

test('the scheduling set-up is kept when omitted, replaced when given, and tells "none" from "not supplied"', async () => {
  const own = await product.createHolder()
  const setupAfter = async (body: object) => (await patch(body, own)).body.data.schedulingSetup
  assert.equal(await setupAfter({ displayName: 'x' }), null)
  const two = { locations: [location('one'), location('two')] }
  assert.deepEqual(await setupAfter({ schedulingSetup: two }), two)
  assert.deepEqual(await setupAfter({ displayName: 'y' }), two)
  const other = { locations: [location('three')] }
  assert.deepEqual(await setupAfter({ schedulingSetup: other }), other)
  assert.deepEqual(await setupAfter({ schedulingSetup: { locations: [] } }), { locations: [] })
  assert.equal(await setupAfter({ schedulingSetup: null }), null)
})

test('locations have their bounds, and ids of their own', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => location(`l${index}`))
  const bounds: [object[], string | null][] = [
    [many(100), null],
    [many(101), 'schedulingSetup.locations'],
    [[location('a'), location('b'), location('a')], 'schedulingSetup.locations.2.id'],
    [[location('a', { name: 'x' })], null],
    [[location('a', { name: 'é'.repeat(120) })], null],
    [[location('a', { name: '' })], 'schedulingSetup.locations.0.name'],
    [[location('a', { name: 'x'.repeat(121) })], 'schedulingSetup.locations.0.name'],
    [[location('x'.repeat(128))], null],
    [[location('x'.repeat(129))], 'schedulingSetup.locations.0.id'],
    [[location('-a')], 'schedulingSetup.locations.0.id'],
    ...['personCount', 'roomCount'].flatMap((field): [object[], string | null][] => [
      [[location('a', { [field]: 0 })], null],
      [[location('a', { [field]: 1000 })], null],
      ...[-1, 1001, 1.5, '1', null].map((value): [object[], string] => [
        [location('a', { [field]: value })],
        `schedulingSetup.locations.0.${field}`,
      ]),
    ]),
  ]
  for (const [locations, path] of bounds) {
    if (path !== null) await assertRefused({ schedulingSetup: { locations } }, path)
    else assert.equal((await patch({ schedulingSetup: { locations } })).status, 200)
  }
  await assertRefused({ schedulingSetup: {} }, 'schedulingSetup.locations')
  await assertRefused({ schedulingSetup: { locations: [{ id: 'a' }] } }, 'schedulingSetup.locations.0.name')
})

test('locations that several people change at the same moment are all kept, and none is changed unseen', async () => {
  const own = await product.createHolder()
  const fields = { name: 'Lindelaan', personCount: 4, roomCount: 3 }
  const change = (id: string, expected: object | null, to: object | null) =>
    own.call('PATCH', `/locations/${id}`, { expected, location: to })
  const ids = Array.from({ length: 20 }, (_, index) => `room-${index}`)
  const answers = await Promise.all(ids.map((id) => change(id, null, fields)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const stored = async () => (await own.call('GET', '')).body.data.schedulingSetup.locations as { id: string }[]
  assert.deepEqual((await stored()).map(({ id }) => id).toSorted(), ids.toSorted())

  const renamed = { ...fields, name: 'Beukenlaan' }
  const both = await Promise.all([
    change('room-1', fields, renamed),
    change('room-1', fields, { ...fields, roomCount: 9 }),
  ])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  const refused = both.find(({ status }) => status === 409)
  assert.equal(refused?.body.error.code, 'VERSION_CONFLICT')
  assert.equal((await stored()).length, 20)

  // The second time it is gone already.
  for (const _ of [1, 2]) assert.equal((await change('room-2', fields, null)).status, 200)
  assert.deepEqual(
    (await stored()).map(({ id }) => id).filter((id) => id === 'room-2'),
    [],
  )
  const { status, body } = await change('room-3', fields, { ...fields, name: 'www.beuk.example' })
  assert.deepEqual([status, body.error.details[0].path], [400, 'location.name'])
})

test('a person has an interface language of their own, one of the contract’s 43', async () => {
  const own = await product.createHolder()
  const { body } = await own.call('GET', '/interface-locale')
  assert.deepEqual([body.data.locale, body.data.supportedLocales], [null, [...locales]])
  assert.equal(new Set(locales).size, contractLocales.length)
  assert.deepEqual([...locales].toSorted(), contractLocales.toSorted())
  for (const locale of locales) {
    const reply = await own.call('PATCH', '/interface-locale', { locale })
    assert.deepEqual([reply.status, reply.body.data], [200, { locale }])
    assert.equal((await own.call('GET', '/interface-locale')).body.data.locale, locale)
  }
  for (const locale of ['', 'xx', 'NL', 'nl-NL', null, 'zh'])
    assert.equal((await own.call('PATCH', '/interface-locale', { locale })).status, 400, String(locale))
  assert.equal((await own.call('PATCH', '/interface-locale', {})).status, 400)
})

const contractLocales =
  'en es zh-Hans zh-Hant hi ar fr pt bn ru ur id de ja tr vi ko fa sw ta pa-Guru bg hr cs da nl et fi el hu ga it lv lt mt pl ro sk sl sv pap-CW pap-AW pap-BQ'.split(
    ' ',
  )

test('an interface language is one person’s, and not the language of the organization', async () => {
  const own = await product.createHolder()
  const colleague = await inTransaction(product.operator, { holder: null }, async (tx) => {
    const staff = await inviteStaff(tx, own.id, `colleague-${own.id}@holder.example`)
    const scopes = ['profile:read', 'profile:write']
    return createApiKeyRow(tx, { platformHolderId: own.id, actorId: staff.id, name: 'x', scopes, days: 1 })
  })
  const theirs = (method: string, body?: object) =>
    send(`${product.baseUrl}/api/v1/platform-holders/${own.id}/interface-locale`, {
      method,
      headers: { authorization: `Bearer ${colleague}` },
      ...(body ? { body } : {}),
    })
  await own.call('PATCH', '/interface-locale', { locale: 'de' })
  assert.equal((await theirs('GET')).body.data.locale, null)
  await theirs('PATCH', { locale: 'fr' })
  assert.equal((await own.call('GET', '/interface-locale')).body.data.locale, 'de')
  assert.equal((await own.call('GET', '')).body.data.defaultLocale, 'nl')
})

test('fifty changes at the same time leave one of them whole', async () => {
  const own = await product.createHolder()
  const versions = Array.from({ length: 50 }, (_, index) => ({
    displayName: `name ${index}`,
    legalName: `name ${index}`,
  }))
  const replies = await Promise.all(versions.map((body) => patch(body, own)))
  assert.ok(replies.every((reply) => reply.status === 200))
  const { body } = await own.call('GET', '')
  assert.match(body.data.displayName, /^name \d+$/)
  assert.equal(body.data.legalName, body.data.displayName)
})
