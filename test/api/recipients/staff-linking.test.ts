import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { link } from '#/app/operator/recipients/recipient.ts'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { inviteStaff } from '#/slices/access/access.ts'
import {
  callApi,
  eventually,
  shareTestProduct,
  signIn,
  signInRecipient,
  type Answer,
  type TestHolder,
  type TestProduct,
} from '../../harness.ts'
import { fromBrowser, newIntake, newKey } from '../../operation-cases.ts'
import { rowsOf } from '../../operator-world.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

type Staff = TestHolder & {
  /** In a browser: a key links nobody. */
  readonly inBrowser: TestHolder['call']
}

async function newHolder(): Promise<Staff> {
  const holder = await product.createHolder()
  return { ...holder, inBrowser: await browserOf(holder, holder.staffEmail) }
}

async function browserOf(holder: TestHolder, email: string): Promise<TestHolder['call']> {
  const staff = { product, holder, cookie: await signIn(product, email) }
  return (method, path, body, headers) => fromBrowser(staff, method, path, body, headers)
}

let numbers = 0
/** A new number for each use; the twins treat those that end in 7 as ordinary. */
const newNumber = () => `+316${28_000_007 + ++numbers * 1_010}`

/** An appointment of somebody, who thereby becomes an entry of the holder. @returns the entry */
async function register(holder: TestHolder, phoneNumberE164: string, displayName = 'Noor Jansen'): Promise<string> {
  const recipient = { displayName, phoneNumberE164 }
  const { body } = await holder.call('POST', '/appointments/intake', await newIntake(product, { recipient }))
  const [row] = await rowsOf<{ id: string }>(
    product.operator,
    'select holder_recipient_id as id from appointment where id = $1',
    [body.data.appointmentId],
  )
  return row?.id ?? ''
}

async function profileOf(phoneNumberE164: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    product.login,
    'select id from login.profile where phone_number_e164 = $1',
    [phoneNumberE164],
  )
  return row?.id ?? ''
}

/** Somebody a holder knows, who signed in by SMS and waits. */
async function waiting(holder: TestHolder, displayName = 'Noor Jansen') {
  const number = newNumber()
  const entry = await register(holder, number, displayName)
  const token = await signInRecipient(product, number)
  return { number, entry, token, profileId: await profileOf(number) }
}

const linking = (profileId: string, entries: readonly string[]) =>
  ['POST', `/waiting-people/${profileId}/link`, { clientRequestId: randomUUID(), holderRecipientIds: entries }] as const
const reviewing = (profileId: string, proposalId: string, decision: string) =>
  ['POST', `/waiting-people/${profileId}/link-review`, { clientRequestId: randomUUID(), proposalId, decision }] as const
const waitingAt = async (holder: TestHolder) =>
  (await holder.call('GET', '/waiting-people?pageSize=100')).body.data.items as Listed[]
type Listed = {
  readonly profileId: string
  readonly entries: readonly { readonly holderRecipientId: string; readonly linked: boolean }[]
  readonly proposal: { readonly proposalId: string; readonly isMine: boolean } | null
}
const me = (token: string) =>
  callApi(`${product.baseUrl}/api/v1/me`, 'GET', undefined, { authorization: `Bearer ${token}` })

/** Another member of the staff of a holder. @returns how they call the API */
async function colleagueOf(holder: TestHolder): Promise<TestHolder['call']> {
  const email = `colleague-${randomUUID()}@holder.example`
  await inTransaction(product.operator, { holder: null }, (tx) => inviteStaff(tx, holder.id, email))
  return browserOf(holder, email)
}

const statusOf = (answer: Answer) => [answer.status, answer.body.data?.status ?? answer.body.error?.code]

test('staff see who signed in with a number of theirs, with what tells who it is, and link them: only then is anything shown', async () => {
  const holder = await newHolder()
  const { number, entry, token, profileId } = await waiting(holder)
  await register(holder, number)
  assert.equal((await me(token)).body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
  const [listed] = (await holder.call('GET', '/waiting-people')).body.data.items
  const startsAt = listed.entries[0].nextAppointment.startsAt
  assert.deepEqual(
    { ...listed, lastSignedInOn: null },
    {
      profileId,
      lastSignedInOn: null,
      locale: null,
      entries: [
        {
          holderRecipientId: entry,
          displayName: 'Noor Jansen',
          phoneNumberMasked: `+31*******${number.slice(-2)}`,
          emailMasked: null,
          appointmentCount: 2,
          lastAppointment: null,
          nextAppointment: { startsAt, timezone: 'Europe/Amsterdam' },
          linked: false,
        },
      ],
      proposal: null,
    },
  )
  assert.match(listed.lastSignedInOn, /^\d{4}-\d{2}-\d{2}$/, 'the day, and no time')
  assert.ok(startsAt > (await product.clock.now()).toString())
  assert.deepEqual(statusOf(await holder.inBrowser(...linking(profileId, [entry]))), [200, 'linked'])
  const { recipientId } = (await me(token)).body.data
  const own = await rowsOf(product.operator, 'select 1 from appointment where recipient_id = $1', [recipientId])
  assert.equal(own.length, 2)
  assert.deepEqual(await waitingAt(holder), [])
  const [row] = await rowsOf<{ actorId: string; actorKind: string; subjects: string[] }>(
    product.operator,
    `select actor_id, actor_kind, subjects from audit_event where platform_holder_id = $1 and action = 'linkHolderWaitingPerson'`,
    [holder.id],
  )
  assert.deepEqual([row?.actorKind, row?.actorId], ['staff', holder.actorId])
  assert.deepEqual(row?.subjects.toSorted(), [profileId, entry, recipientId].toSorted())
  const told = await eventually(async () => {
    const { body } = await callApi(`${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(number)}`, 'GET')
    return body.items.find((item: { text: string }) => item.text.includes('/my'))
  })
  assert.ok(told, 'the person is told')
})

test('who proved no contact of an organization is not listed there, and is as unknown to it as nobody', async () => {
  const [holder, other] = [await newHolder(), await newHolder()]
  const theirs = await waiting(other)
  const entry = await register(holder, newNumber())
  assert.deepEqual(await waitingAt(holder), [])
  const unknown = await holder.inBrowser(...linking(newId(), [entry]))
  // The person of another organization; an entry there; an entry here with another number; and both.
  for (const [profileId, entries] of [
    [theirs.profileId, [entry]],
    [theirs.profileId, [theirs.entry]],
    [theirs.profileId, [theirs.entry, entry]],
    [newId(), [theirs.entry]],
  ] as const) {
    const refused = await holder.inBrowser(...linking(profileId, entries))
    assert.deepEqual([refused.status, refused.body.error], [404, unknown.body.error])
  }
  const before = await rowsOf(product.operator, 'select * from recipient_link order by 1, 2')
  // The same holds when the person has an entry here too: what has another number is out of reach.
  const mine = await register(holder, theirs.number)
  assert.equal((await holder.inBrowser(...linking(theirs.profileId, [mine, entry]))).status, 404)
  assert.deepEqual(await rowsOf(product.operator, 'select * from recipient_link order by 1, 2'), before)
  assert.deepEqual(statusOf(await holder.inBrowser(...linking(theirs.profileId, [mine]))), [200, 'linked'])
  assert.deepEqual(
    (await waitingAt(other)).map((person) => person.entries.map(({ linked }) => linked)),
    [[false]],
    'what one organization linked is linked at no other, and not told there',
  )
})

test('a person who is linked already gets entries added, and those of others with the number stay as they are', async () => {
  const holder = await newHolder()
  const { number, entry, token, profileId } = await waiting(holder)
  const child = await register(holder, number, 'Sem Jansen')
  await holder.inBrowser(...linking(profileId, [entry]))
  const first = (await me(token)).body.data.recipientId
  const [left] = await waitingAt(holder)
  assert.deepEqual(
    left?.entries.map(({ holderRecipientId, linked }) => [holderRecipientId, linked]),
    [
      [child, false],
      [entry, true],
    ],
  )
  assert.deepEqual(statusOf(await holder.inBrowser(...linking(profileId, [child]))), [200, 'linked'])
  assert.deepEqual(
    await rowsOf(product.operator, 'select recipient_id from recipient_link where holder_recipient_id = any($1)', [
      [child, entry],
    ]),
    [{ recipientId: first }, { recipientId: first }],
  )
})

test('the same request again is answered as before, and an entry of somebody else is refused and not moved', async () => {
  const holder = await newHolder()
  const { number, entry, profileId } = await waiting(holder)
  const order = linking(profileId, [entry])
  const [first, again] = [await holder.inBrowser(...order), await holder.inBrowser(...order)]
  assert.deepEqual([again.status, again.body.data], [first.status, first.body.data])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(statusOf(await holder.inBrowser(...linking(profileId, [entry]))), [200, 'linked'])
  const taken = await register(holder, number, 'Opa Jansen')
  await product.createRecipient({ links: [{ platformHolderId: holder.id, holderRecipientId: taken }] })
  assert.deepEqual(statusOf(await holder.inBrowser(...linking(profileId, [taken]))), [409, 'STATE_CONFLICT'])
  assert.deepEqual(await waitingAt(holder), [], 'and it is no candidate')
  await holder.inBrowser('PATCH', '/link-rules', { needsTwoPeople: true })
  assert.deepEqual(statusOf(await holder.inBrowser(...linking(profileId, [taken]))), [409, 'STATE_CONFLICT'])
  const stranger = await waiting(holder)
  assert.equal((await holder.inBrowser(...linking(stranger.profileId, [taken]))).status, 404)
})

test('with two pairs of eyes a link waits for another member of staff', async () => {
  const holder = await newHolder()
  const colleague = await colleagueOf(holder)
  assert.deepEqual((await holder.call('GET', '/link-rules')).body.data, { needsTwoPeople: false })
  const changed = await holder.inBrowser('PATCH', '/link-rules', { needsTwoPeople: true })
  assert.deepEqual([changed.status, changed.body.data], [200, { needsTwoPeople: true }], JSON.stringify(changed.body))
  assert.deepEqual((await holder.call('GET', '/link-rules')).body.data, { needsTwoPeople: true })
  const { entry, token, profileId } = await waiting(holder)
  const proposed = await holder.inBrowser(...linking(profileId, [entry]))
  assert.deepEqual(statusOf(proposed), [202, 'pending_review'])
  assert.equal((await me(token)).body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
  const { proposalId } = proposed.body.data.proposal
  assert.deepEqual(statusOf(await colleague(...linking(profileId, [entry]))), [409, 'REQUEST_ALREADY_OPEN'])
  assert.deepEqual(statusOf(await holder.inBrowser(...reviewing(profileId, proposalId, 'confirmed'))), [
    409,
    'STATE_CONFLICT',
  ])
  // Switching the rule off releases nothing that waits, nor lets anybody go around it.
  await holder.inBrowser('PATCH', '/link-rules', { needsTwoPeople: false })
  assert.equal((await holder.inBrowser(...reviewing(profileId, proposalId, 'confirmed'))).status, 409)
  for (const call of [holder.inBrowser, colleague])
    assert.deepEqual(statusOf(await call(...linking(profileId, [entry]))), [409, 'REQUEST_ALREADY_OPEN'])
  assert.equal((await me(token)).body.error.code, 'RECIPIENT_SESSION_NOT_LINKED')
  await holder.inBrowser('PATCH', '/link-rules', { needsTwoPeople: true })
  const seen = (await colleague('GET', '/waiting-people')).body.data.items[0].proposal
  assert.deepEqual([seen.proposalId, seen.isMine, seen.proposedBy], [proposalId, false, holder.staffEmail])
  assert.deepEqual(statusOf(await colleague(...reviewing(profileId, proposalId, 'rejected'))), [200, 'rejected'])
  assert.equal((await colleague(...reviewing(profileId, proposalId, 'confirmed'))).status, 404)
  assert.equal((await waitingAt(holder))[0]?.proposal, null)
  const second = (await holder.inBrowser(...linking(profileId, [entry]))).body.data.proposal.proposalId
  assert.deepEqual(statusOf(await colleague(...reviewing(profileId, second, 'confirmed'))), [200, 'linked'])
  assert.equal((await me(token)).status, 200)
  const trail = await rowsOf<{ action: string; actorId: string }>(
    product.operator,
    `select action, actor_id from audit_event where platform_holder_id = $1 and $2 = any(subjects) and action like '%Holder%' and action not like 'list%'
     order by at, id`,
    [holder.id, profileId],
  )
  assert.deepEqual(
    trail.map(({ action, actorId }) => [action, actorId === holder.actorId]),
    [
      ['linkHolderWaitingPerson', true],
      ['reviewHolderLinkProposal', false],
      ['linkHolderWaitingPerson', true],
      ['reviewHolderLinkProposal', false],
    ],
  )
})

test('another organization sees no proposal, and reviews none', async () => {
  const [holder, other] = [await newHolder(), await newHolder()]
  await holder.inBrowser('PATCH', '/link-rules', { needsTwoPeople: true })
  const { number, entry, profileId } = await waiting(holder)
  await register(other, number)
  const { proposal } = (await holder.inBrowser(...linking(profileId, [entry]))).body.data
  assert.deepEqual(
    (await waitingAt(other)).map((person) => person.proposal),
    [null],
  )
  assert.equal((await other.inBrowser(...reviewing(profileId, proposal.proposalId, 'confirmed'))).status, 404)
  assert.equal((await other.inBrowser(...reviewing(profileId, proposal.proposalId, 'rejected'))).status, 404)
})

test('staff, colleagues and the operator who link one person at once make one recipient', async () => {
  const holder = await newHolder()
  const pools = { operator: product.operator, login: product.login }
  for (let round = 0; round < 10; round += 1) {
    const { number, entry, token, profileId } = await waiting(holder)
    const second = await register(holder, number, 'Sem Jansen')
    const entries = [entry, second].map((holderRecipientId) => ({ platformHolderId: holder.id, holderRecipientId }))
    const ofOperator = { profileId, entries, recipientId: null, displayName: null, email: null }
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        holder.inBrowser(...linking(profileId, index % 2 === 0 ? [entry, second] : [second, entry])),
      ),
      link(pools, product.services.keys, ofOperator),
    ])
    for (const answer of answers) if ('status' in answer) assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { recipientId } = (await me(token)).body.data
    const linked = await rowsOf(
      product.operator,
      'select recipient_id from recipient_link where holder_recipient_id = any($1)',
      [[entry, second]],
    )
    assert.deepEqual(linked, [{ recipientId }, { recipientId }], `round ${round}`)
    const made = await rowsOf(product.operator, 'select 1 from recipient where phone_number_e164 = $1', [number])
    assert.equal(made.length, 1, 'and none is left over')
  }
})

test('two people who are linked to one entry at once: one of them is refused', async () => {
  const holder = await newHolder()
  const pools = { operator: product.operator, login: product.login }
  for (let round = 0; round < 10; round += 1) {
    const { entry, profileId } = await waiting(holder)
    const stranger = await waiting(holder, 'Bram Visser')
    const shared = [{ platformHolderId: holder.id, holderRecipientId: entry }]
    const [byStaff, byOperator] = await Promise.allSettled([
      holder.inBrowser(...linking(profileId, [entry])),
      link(pools, product.services.keys, {
        profileId: stranger.profileId,
        entries: shared,
        recipientId: null,
        displayName: null,
        email: null,
      }),
    ])
    assert.ok(byStaff.status === 'fulfilled')
    assert.equal(byStaff.value.status, byOperator.status === 'fulfilled' ? 409 : 200, `round ${round}`)
    const links = await rowsOf(product.operator, 'select 1 from recipient_link where holder_recipient_id = $1', [entry])
    assert.equal(links.length, 1)
  }
})

test('whoever is forgotten or blocked is listed nowhere and linked by nobody, also at the same moment', async () => {
  const holder = await newHolder()
  const blocked = await waiting(holder)
  await product.login.query(`update login.profile set status = 'inactive' where id = $1`, [blocked.profileId])
  assert.deepEqual(await waitingAt(holder), [])
  assert.equal((await holder.inBrowser(...linking(blocked.profileId, [blocked.entry]))).status, 404)
  for (let round = 0; round < 5; round += 1) {
    const { entry, profileId } = await waiting(holder)
    await product.login.query('delete from login.session where profile_id = $1', [profileId])
    await product.login.query(
      `update login.profile set last_signed_in_at = last_signed_in_at - interval '25 months' where id = $1`,
      [profileId],
    )
    const [answer] = await Promise.all([holder.inBrowser(...linking(profileId, [entry])), product.maintain()])
    assert.ok([200, 404].includes(answer.status), JSON.stringify(answer.body))
    for (const table of ['recipient_profile_link', 'proved_contact'])
      assert.deepEqual(
        await rowsOf(product.operator, `select 1 from ${table} where profile_id = $1`, [profileId]),
        [],
        `round ${round}: a profile that is gone has no row in ${table}`,
      )
    assert.ok(!(await waitingAt(holder)).some((person) => person.profileId === profileId))
  }
})

test('a key reads who waits if it was made for that, and links nobody', async () => {
  const holder = await newHolder()
  const { entry, profileId } = await waiting(holder)
  const others = product.services.scopes.platform_holder_user.filter((scope) => !scope.startsWith('recipient-links:'))
  const old = { authorization: `Bearer ${await newKey(product, holder, others)}` }
  for (const path of ['/waiting-people', '/link-rules'])
    assert.deepEqual(statusOf(await holder.call('GET', path, undefined, old)), [403, 'SCOPE_MISSING'])
  assert.deepEqual(
    (await waitingAt(holder)).map((person) => person.profileId),
    [profileId],
  )
  for (const [method, path, body] of [
    linking(profileId, [entry]),
    reviewing(profileId, newId(), 'confirmed'),
    ['PATCH', '/link-rules', { needsTwoPeople: false }],
  ] as const)
    assert.deepEqual(statusOf(await holder.call(method, path, body)), [403, 'BROWSER_SESSION_REQUIRED'])
  const asAgent = await holder.inBrowser(...linking(profileId, [entry]), { 'x-voice-tool': 'platform_action' })
  assert.deepEqual(statusOf(asAgent), [400, 'HUMAN_CONFIRMATION_REQUIRED'])
})

test('the database itself shows a request no proved contact but through entries of its holder, and links none but those', async () => {
  const [holder, other] = [await newHolder(), await newHolder()]
  const { entry, profileId } = await waiting(holder)
  const api = openPool({
    databaseUrl: product.databaseUrl,
    role: 'tijdig_api',
    size: 1,
    onIdleError: (error) => assert.fail(error),
  })
  const ask = (text: string, values: unknown[], bound: string | null) =>
    inTransaction(api, { holder: bound }, (tx) => tx.rows<Record<string, unknown>>({ name: '', text }, values))
  try {
    await assert.rejects(ask('select 1 from proved_contact', [], holder.id), { code: '42501' })
    const seen = 'select holder_recipient_id from person_at_entry where profile_id = $1'
    assert.deepEqual(await ask(seen, [profileId], holder.id), [{ holderRecipientId: entry }])
    for (const bound of [other.id, null]) assert.deepEqual(await ask(seen, [profileId], bound), [])
    const linkAs = 'select outcome from link_person_to_entries($1, $2::uuid[], $3, null, gen_random_uuid())'
    for (const bound of [other.id, null])
      assert.deepEqual(await ask(linkAs, [profileId, [entry], '+31600000007'], bound), [{ outcome: 'not_found' }])
  } finally {
    await api.end()
  }
})
