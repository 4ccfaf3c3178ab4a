import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { link, listUnlinked, unlinkOfEntry, unlinkOfProfile, unlock } from '#/app/operator/recipients/recipient.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createProfile, eraseSignIns } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { addSuggestion } from '#/slices/suggestions/suggestions.ts'
import {
  callApi,
  signInRecipient,
  signInRecipientBrowser,
  shareTestProduct,
  type RecipientLink,
  type TestHolder,
  type TestProduct,
} from '../../harness.ts'
import { newIntake } from '../../operation-cases.ts'
import { operatorActions, rowsOf } from '../../operator-world.ts'
import { send } from '../http-request.ts'

let product: TestProduct
let one: TestHolder
let other: TestHolder
before(async () => {
  product = await shareTestProduct()
  one = await product.createHolder({ displayName: 'Praktijk Een' })
  other = await product.createHolder({ displayName: 'Praktijk Twee' })
})
after(() => product?.stop())

let numbers = 0
/** A new number for each use; the twins treat those that end in 7 as ordinary. */
const newNumber = () => `+316${23_000_007 + ++numbers * 1_010}`

type Entry = RecipientLink & { readonly appointmentId: string }

/** An appointment of a person, who thereby becomes an entry of the holder. */
function register(holder: TestHolder, phoneNumberE164: string, displayName = 'Noor Jansen'): Promise<Entry> {
  return registerAs(holder, { displayName, phoneNumberE164, email: 'noor@example.com' })
}

async function registerAs(holder: TestHolder, recipient: object): Promise<Entry> {
  const { body } = await holder.call('POST', '/appointments/intake', await newIntake(product, { recipient }))
  const [row] = await rowsOf<{ id: string }>(
    product.operator,
    'select holder_recipient_id as id from appointment where id = $1',
    [body.data.appointmentId],
  )
  return { platformHolderId: holder.id, holderRecipientId: row?.id ?? '', appointmentId: body.data.appointmentId }
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })
const me = (token: string, headers: Record<string, string> = {}) =>
  send(`${product.baseUrl}/api/v1/me`, { headers: { ...headersOf(token), ...headers } })
const pools = () => ({ operator: product.operator, login: product.login })
const keys = () => product.services.keys

async function profileOf(phoneNumberE164: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    product.login,
    'select id from login.profile where phone_number_e164 = $1',
    [phoneNumberE164],
  )
  assert.ok(row, 'somebody signed in with this number')
  return row.id
}

/** Every link there is, as one value. */
async function links(): Promise<unknown> {
  return {
    profiles: await rowsOf(product.operator, 'select * from recipient_profile_link order by profile_id'),
    entries: await rowsOf(product.operator, 'select * from recipient_link order by 1, 2'),
    appointments: await rowsOf(
      product.operator,
      'select id, recipient_id from appointment where recipient_id is not null order by id',
    ),
    recipients: await rowsOf(product.operator, 'select id from recipient order by id'),
  }
}

/** Everybody who waits to be linked. */
const unlinked = async () => (await listUnlinked(pools(), keys(), { limit: 10_000, after: null })).profiles

const order = (profileId: string, entries: readonly RecipientLink[], changes: object = {}) => ({
  profileId,
  entries: entries.map(({ platformHolderId, holderRecipientId }) => ({ platformHolderId, holderRecipientId })),
  recipientId: null,
  displayName: null,
  email: null,
  ...changes,
})

test('an operator joins a profile and entries of two holders to one recipient, and only then it is reached', async () => {
  const number = newNumber()
  const entries = [await register(one, number), await register(other, number)]
  const token = await signInRecipient(product, number)
  assert.equal((await me(token)).body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
  const profileId = await profileOf(number)
  const waiting = (await unlinked()).find((row) => row.profileId === profileId)
  assert.deepEqual([waiting?.phoneNumberE164, waiting?.recipientId], [number, null])
  assert.deepEqual(
    waiting?.candidates.map(({ holderDisplayName, holderRecipientId, displayName, linkedTo }) => [
      holderDisplayName,
      holderRecipientId,
      displayName,
      linkedTo,
    ]),
    [
      ['Praktijk Een', entries[0]?.holderRecipientId, 'Noor Jansen', null],
      ['Praktijk Twee', entries[1]?.holderRecipientId, 'Noor Jansen', null],
    ],
  )
  const linked = await link(pools(), keys(), order(profileId, entries))
  assert.deepEqual([linked.displayName, linked.isNewRecipient], ['Noor Jansen', true])
  const { body } = await me(token)
  assert.equal(body.data.recipientId, linked.recipientId)
  const own = await rowsOf<{ id: string }>(
    product.operator,
    'select id from appointment where recipient_id = $1 order by id',
    [linked.recipientId],
  )
  assert.deepEqual(own.map(({ id }) => id).sort(), entries.map(({ appointmentId }) => appointmentId).sort())
  assert.ok((await operatorActions(product.operator, one.id)).includes('recipientLinked'))
  assert.ok((await operatorActions(product.operator, null)).includes('recipientLinked'))
  const after = (await unlinked()).map((row) => row.profileId)
  assert.ok(!after.includes(profileId))
})

test('later appointments of a linked entry are the recipient’s at once, one with another name is not', async () => {
  const number = newNumber()
  const entry = await register(one, number)
  await signInRecipient(product, number)
  const { recipientId } = await link(pools(), keys(), order(await profileOf(number), [entry]))
  const later = await register(one, number)
  const ofChild = await register(one, number, 'Sem Jansen')
  const elsewhere = await register(other, number)
  const owner = async ({ appointmentId }: Entry) =>
    (
      await rowsOf<{ recipientId: string | null }>(
        product.operator,
        'select recipient_id from appointment where id = $1',
        [appointmentId],
      )
    )[0]?.recipientId
  assert.equal(await owner(later), recipientId)
  assert.deepEqual([await owner(ofChild), await owner(elsewhere)], [null, null])
})

test('nobody links themselves: not by number, e-mail, ids in URL, body or header, nor by repeating it', async () => {
  const number = newNumber()
  const victim = await product.createRecipient({
    displayName: 'Slachtoffer',
    links: [await register(one, newNumber())],
  })
  // The number and e-mail of somebody a holder knows, which a recipient has too.
  await register(one, number)
  await product.operator.query('update recipient set phone_number_e164 = $2, email = $3 where id = $1', [
    victim.id,
    number,
    'noor@example.com',
  ])
  const before = await links()
  const token = await signInRecipient(product, number)
  const cookie = await signInRecipientBrowser(product, number)
  const tries: [string, string, unknown?][] = [
    ['GET', '/api/v1/me'],
    ['GET', `/api/v1/me?recipientId=${victim.id}`],
    ['GET', '/api/v1/recipient/profile'],
    ['GET', `/api/v1/recipient/profile?recipientId=${victim.id}`],
    ['PATCH', '/api/v1/recipient/profile', { expectedVersion: 1, recipientId: victim.id, displayName: 'Ik' }],
    ['GET', '/api/v1/recipient/appointments'],
    ['POST', '/api/v1/api-keys', { name: 'x', kind: 'full', recipientId: victim.id }],
  ]
  const claims = {
    'x-recipient-id': victim.id,
    'x-platform-holder-id': one.id,
    'x-phone-number': number,
    'x-service-csrf': '1',
    origin: product.baseUrl,
  }
  for (const credentials of [headersOf(token), { cookie }] as Record<string, string>[]) {
    for (const [method, path, body] of [...tries, ...tries]) {
      const url = product.baseUrl + path
      const reply = await send(url, { method, headers: { ...credentials, ...claims }, ...(body ? { body } : {}) })
      assert.equal(reply.status, 403, `${method} ${path}: ${reply.text}`)
      assert.ok(['RECIPIENT_SESSION_NOT_LINKED'].includes(reply.body.error.code), reply.text)
    }
  }
  // Asking the sign-in itself for a recipient is an unknown field.
  for (const field of ['recipientId', 'profileId', 'email', 'linked']) {
    const reply = await callApi(`${product.loginUrl}/api/v1/recipient/auth/challenges`, 'POST', {
      phoneNumberE164: newNumber(),
      [field]: victim.id,
    })
    assert.equal(reply.body.error.code, 'UNKNOWN_FIELD')
  }
  // Nor do staff link anybody by handing in the same person again.
  await register(one, number)
  await register(other, number)
  assert.deepEqual(await links(), before)
  for (const role of ['tijdig_api', 'tijdig_worker', 'tijdig_login'])
    for (const table of ['recipient_profile_link', 'recipient_link'])
      for (const right of ['insert', 'update', 'delete']) {
        const [row] = await rowsOf<{ may: boolean }>(
          product.operator,
          'select has_table_privilege($1, $2, $3) as may',
          [role, table, right],
        )
        assert.equal(row?.may, false, `${role} ${right} ${table}`)
      }
})

test('unlinking ends it on the next request, for tokens, browsers and keys, and linking again does not bring keys back', async () => {
  const number = newNumber()
  const entry = await register(one, number)
  const token = await signInRecipient(product, number)
  const cookie = await signInRecipientBrowser(product, number)
  const profileId = await profileOf(number)
  const { recipientId } = await link(pools(), keys(), order(profileId, [entry]))
  const expiresAt = (await product.clock.now()).add({ hours: 24 }).toString()
  const made = await callApi(
    `${product.baseUrl}/api/v1/api-keys`,
    'POST',
    { name: 'App', kind: 'full', expiresAt },
    { cookie, origin: product.baseUrl, 'x-service-csrf': '1' },
  )
  const key = made.body.data.secret
  for (const credential of [token, key]) assert.equal((await me(credential)).status, 200)
  assert.deepEqual(await unlinkOfProfile(pools(), profileId), {
    recipientId,
    revokedKeys: 1,
    supersededRequests: 0,
    withdrawnSuggestions: 0,
  })
  assert.equal((await me(token)).body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
  const browser = await callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, { cookie })
  assert.equal(browser.body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
  assert.equal((await me(key)).body.error.code, 'API_KEY_REVOKED')
  await link(pools(), keys(), order(profileId, [], { recipientId }))
  assert.equal((await me(token)).body.data.recipientId, recipientId)
  assert.equal((await me(key)).body.error.code, 'API_KEY_REVOKED')

  assert.deepEqual(await unlinkOfEntry(pools(), entry), {
    recipientId,
    revokedKeys: 0,
    supersededRequests: 0,
    withdrawnSuggestions: 0,
  })
  const [row] = await rowsOf<{ recipientId: string | null }>(
    product.operator,
    'select recipient_id from appointment where id = $1',
    [entry.appointmentId],
  )
  assert.deepEqual(row, { recipientId: null })
  await assert.rejects(unlinkOfEntry(pools(), entry), /linked to no recipient/)
  await unlinkOfProfile(pools(), profileId)
  await assert.rejects(unlinkOfProfile(pools(), profileId), /linked to no recipient/)
})

test('what belongs to somebody else is refused, never moved, and half a link is none', async () => {
  const [mine, theirs] = [newNumber(), newNumber()]
  const [myEntry, theirEntry] = [await register(one, mine), await register(one, theirs)]
  await signInRecipient(product, mine)
  await signInRecipient(product, theirs)
  const [me1, them] = [await profileOf(mine), await profileOf(theirs)]
  const linked = await link(pools(), keys(), order(them, [theirEntry]))
  const before = await links()
  for (const refused of [
    order(me1, [myEntry, theirEntry]),
    order(them, [], { recipientId: newId() }),
    order(me1, [{ platformHolderId: other.id, holderRecipientId: myEntry.holderRecipientId }]),
    order(me1, [{ platformHolderId: newId(), holderRecipientId: newId() }]),
    order(me1, [myEntry], { recipientId: newId() }),
    order(newId(), [myEntry]),
    order(me1, []),
  ])
    await assert.rejects(link(pools(), keys(), refused), { name: 'OperatorError' })
  assert.deepEqual(await links(), before)
  // Two profiles of one person, because a person can have two numbers.
  const second = await link(pools(), keys(), order(me1, [myEntry], { recipientId: linked.recipientId }))
  assert.equal(second.recipientId, linked.recipientId)
  assert.equal(second.isNewRecipient, false)
})

test('twenty operators at once link a profile to one recipient', async () => {
  const number = newNumber()
  const entry = await register(one, number)
  await signInRecipient(product, number)
  const profileId = await profileOf(number)
  const made = await Promise.all(Array.from({ length: 20 }, () => link(pools(), keys(), order(profileId, [entry]))))
  assert.equal(new Set(made.map(({ recipientId }) => recipientId)).size, 1)
  assert.equal(made.filter(({ isNewRecipient }) => isNewRecipient).length, 1)
})

test('two operators link one entry to two people at once, and one of them is refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const shared = await register(one, newNumber())
    const people = [newNumber(), newNumber()]
    for (const number of people) await createProfile(product.login, keys(), number, await product.clock.now())
    const profiles = await Promise.all(people.map(profileOf))
    const results = await Promise.allSettled(
      profiles.map((profileId) => link(pools(), keys(), order(profileId, [shared], { displayName: 'Noor' }))),
    )
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(made.length, 1, `round ${round}`)
    assert.match(refused[0].message, /linked to another recipient/)
    assert.deepEqual(
      await rowsOf(product.operator, 'select recipient_id from recipient_link where holder_recipient_id = $1', [
        shared.holderRecipientId,
      ]),
      [{ recipientId: made[0]?.recipientId }],
    )
  }
})

test('the database itself moves no entry from one recipient to another', async () => {
  const entry = await register(one, newNumber())
  await product.createRecipient({ links: [entry] })
  await assert.rejects(product.createRecipient({ links: [entry] }), { code: '23505' })
})

test('the entries of a linked person that nobody linked are listed: another holder, a mailbox only, a changed number', async () => {
  const number = newNumber()
  const email = `sem-${number.slice(1)}@example.com`
  const withEmail = { displayName: 'Sem de Wit', phoneNumberE164: number, email }
  const first = await registerAs(one, withEmail)
  await signInRecipient(product, number)
  const profileId = await profileOf(number)
  const { recipientId } = await link(pools(), keys(), order(profileId, [first]))
  const find = async () => (await unlinked()).find((row) => row.profileId === profileId)
  assert.equal(await find(), undefined, 'somebody whose entries are all linked waits for nothing')
  const elsewhere = await registerAs(other, { displayName: 'S. de Wit', phoneNumberE164: number })
  const byMail = await registerAs(other, { displayName: 'Sem de Wit', email })
  const moved = await registerAs(one, { displayName: 'Sem de Wit', phoneNumberE164: newNumber(), email })
  await registerAs(one, { displayName: 'Iemand Anders', phoneNumberE164: newNumber() })
  await register(one, newNumber(), 'Sem de Wit')
  const found = await find()
  assert.equal(found?.recipientId, recipientId)
  const ids = (rows: readonly { holderRecipientId: string }[]) => rows.map((row) => row.holderRecipientId).toSorted()
  assert.deepEqual(ids(found.candidates), ids([elsewhere, byMail, moved]))
  assert.ok(found.candidates.every((entry) => entry.linkedTo === null))
  await link(pools(), keys(), order(profileId, [elsewhere, byMail, moved]))
  assert.equal(await find(), undefined)
})

test('an address the operator checked finds entries too', async () => {
  const number = newNumber()
  const email = `lot-${number.slice(1)}@example.com`
  const profileId = await createProfile(product.login, keys(), number, await product.clock.now())
  await link(pools(), keys(), order(profileId, [], { displayName: 'Lot Smit', email }))
  const entry = await registerAs(one, { displayName: 'L. Smit', email })
  const found = (await unlinked()).find((row) => row.profileId === profileId)
  assert.deepEqual(
    found?.candidates.map((candidate) => candidate.holderRecipientId),
    [entry.holderRecipientId],
  )
})

test('the list comes in pages that miss nobody, and without those who were erased', async () => {
  const now = await product.clock.now()
  const profiles = await Promise.all(
    Array.from({ length: 7 }, () => createProfile(product.login, keys(), newNumber(), now)),
  )
  await eraseSignIns(product.login, profiles.slice(0, 1))
  const seen: string[] = []
  for (let after: string | null = null; ;) {
    const page = await listUnlinked(pools(), keys(), { limit: 3, after })
    assert.ok(page.profiles.length <= 3)
    seen.push(...page.profiles.map((row) => row.profileId))
    if (page.nextAfter === null) break
    after = page.nextAfter
  }
  assert.deepEqual(
    seen,
    (await unlinked()).map((row) => row.profileId),
  )
  assert.deepEqual(
    profiles.map((id) => seen.includes(id)),
    [false, true, true, true, true, true, true],
  )
})

test('the own number follows the links, and none is left when no profile is linked', async () => {
  const [old, next] = [newNumber(), newNumber()]
  const now = await product.clock.now()
  const first = await createProfile(product.login, keys(), old, now)
  const second = await createProfile(product.login, keys(), next, now)
  const { recipientId } = await link(
    pools(),
    keys(),
    order(first, [], { displayName: 'Ada Bos', email: 'ada@example.com' }),
  )
  const own = async () => {
    const [row] = await rowsOf<{ phoneNumberE164: string | null; email: string | null; version: number }>(
      product.operator,
      'select phone_number_e164, email, version from recipient where id = $1',
      [recipientId],
    )
    return [row?.phoneNumberE164, row?.email, row?.version]
  }
  const token = await signInRecipient(product, old)
  const masked = await callApi(`${product.baseUrl}/api/v1/recipient/profile`, 'GET', undefined, headersOf(token))
  assert.deepEqual(
    [masked.body.data.phoneNumberMasked, masked.body.data.emailMasked],
    [`+31*******${old.slice(-2)}`, 'a***@example.com'],
  )
  assert.deepEqual(await own(), [old, 'ada@example.com', 1])
  await link(pools(), keys(), order(second, [], { recipientId }))
  assert.deepEqual(await own(), [next, 'ada@example.com', 2])
  await unlinkOfProfile(pools(), second)
  assert.deepEqual(await own(), [old, 'ada@example.com', 3])
  await link(pools(), keys(), order(second, [], { recipientId }))
  await unlinkOfProfile(pools(), first)
  assert.deepEqual(await own(), [next, 'ada@example.com', 4])
  await unlinkOfProfile(pools(), second)
  assert.deepEqual(await own(), [null, null, 5])
})

test('what a wrongly linked person asked and was proposed is over once the entry is unlinked', async () => {
  const number = newNumber()
  const entry = await register(one, number)
  const wrong = await product.createRecipient({ links: [entry] })
  const path = `/appointments/${entry.appointmentId}/cancellation-requests`
  const ask = { clientRequestId: randomUUID(), expectedVersion: 1, note: 'Kan niet' }
  const asked = await wrong.call('POST', path, ask)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  const startsAt = (await product.clock.now()).add({ hours: 24 * 30 })
  await inTransaction(product.operator, { holder: null }, async (tx) =>
    addSuggestion(tx, {
      platformHolderId: one.id,
      id: newId(),
      recipientId: wrong.id,
      kind: 'follow_up',
      appointmentId: null,
      requestId: null,
      importUid: null,
      startsAt,
      endsAt: startsAt.add({ minutes: 30 }),
      timezone: 'Europe/Amsterdam',
      message: null,
      now: startsAt.subtract({ hours: 24 * 30 }),
    }),
  )
  assert.deepEqual(await unlinkOfEntry(pools(), entry), {
    recipientId: wrong.id,
    revokedKeys: 0,
    supersededRequests: 1,
    withdrawnSuggestions: 1,
  })
  const review = { clientRequestId: randomUUID(), expectedVersion: 2, decision: 'approved' }
  const approved = await one.call('POST', `/recipient-requests/${asked.body.data.id}/review`, review)
  assert.equal(approved.status, 409, JSON.stringify(approved.body))
  const request = await one.call('GET', `/recipient-requests/${asked.body.data.id}`)
  assert.equal(request.body.data.status, 'superseded')
  const [suggestion] = (await wrong.call('GET', '/suggestions')).body.data.items
  assert.equal(suggestion.status, 'withdrawn')
  const right = await product.createRecipient({ links: [entry] })
  const version = (await right.call('GET', `/appointments/${entry.appointmentId}`)).body.data.version
  const again = await right.call('POST', path, { ...ask, clientRequestId: randomUUID(), expectedVersion: version })
  assert.equal(again.status, 202, JSON.stringify(again.body))
})

test('no request outlives the link it was made through, however the two come together', async () => {
  for (let round = 0; round < 8; round += 1) {
    const entry = await register(one, newNumber())
    const wrong = await product.createRecipient({ links: [entry] })
    const ask = { clientRequestId: randomUUID(), expectedVersion: 1 }
    const [asked] = await Promise.all([
      wrong.call('POST', `/appointments/${entry.appointmentId}/cancellation-requests`, ask),
      unlinkOfEntry(pools(), entry),
    ])
    assert.ok([202, 404].includes(asked.status), JSON.stringify(asked.body))
    const pending = await rowsOf(
      product.operator,
      `select 1 from recipient_request where appointment_id = $1 and status = 'pending_review'`,
      [entry.appointmentId],
    )
    assert.equal(pending.length, 0, `round ${round}`)
  }
})

test('a key that is made while its profile is unlinked opens nothing, also when another profile stays or comes back', async () => {
  const [mine, wrong] = [newNumber(), newNumber()]
  const now = await product.clock.now()
  const stays = await createProfile(product.login, keys(), mine, now)
  const goes = await createProfile(product.login, keys(), wrong, now)
  const { recipientId } = await link(pools(), keys(), order(stays, [], { displayName: 'Ada Bos' }))
  await link(pools(), keys(), order(goes, [], { recipientId }))
  const cookie = await signInRecipientBrowser(product, wrong)
  const headers = { cookie, origin: product.baseUrl, 'x-service-csrf': '1' }
  const expiresAt = (await product.clock.now()).add({ hours: 24 }).toString()
  const make = () =>
    callApi(`${product.baseUrl}/api/v1/api-keys`, 'POST', { name: 'App', kind: 'full', expiresAt }, headers)
  // A key made through the link that misses the revocation, as the slowest of parallel calls might.
  const late = (await make()).body.data
  const made = await Promise.all([...Array.from({ length: 12 }, make), unlinkOfProfile(pools(), goes)])
  await product.operator.query('update api_key set revoked_at = null where id = $1', [late.key.id])
  const secrets = made.flatMap((answer) => ('body' in answer && answer.status === 201 ? answer.body.data.secret : []))
  const assertDead = async () => {
    for (const secret of [late.secret, ...secrets]) assert.equal((await me(secret)).body.error?.code, 'API_KEY_REVOKED')
  }
  await assertDead()
  await link(pools(), keys(), order(goes, [], { recipientId }))
  await assertDead()
  const fresh = await make()
  assert.equal((await me(fresh.body.data.secret)).body.data.recipientId, recipientId)
})

test('an operator gives a number that somebody guessed at codes of six digits again', async () => {
  const number = newNumber()
  await register(one, number)
  await signInRecipient(product, number)
  await product.login.query(
    `insert into login.failed_number (number_key, tries, last_at, spent_until)
     select number_key, 20, now(), now() + interval '100 days' from login.profile where phone_number_e164 = $1`,
    [number],
  )
  const ask = async () => {
    await product.clock.advance('PT10M')
    const { body } = await callApi(`${product.loginUrl}/api/v1/recipient/auth/challenges`, 'POST', {
      phoneNumberE164: number,
    })
    return body.codeLength
  }
  assert.equal(await ask(), 12)
  assert.equal(await unlock(pools(), keys(), number), 20)
  assert.equal(await ask(), 6)
})
