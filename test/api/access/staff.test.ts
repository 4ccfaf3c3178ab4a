import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { createApiKeyRow, deactivateStaff, inviteStaff } from '#/slices/access/access.ts'
import { eventually, mailsTo, shareTestProduct, signIn, type TestHolder, type TestProduct } from '../../harness.ts'
import { storeServiceAccount } from '../../operation-cases.ts'
import { send, type Reply } from '../http-request.ts'

let product: TestProduct
before(async () => {
  product = await shareTestProduct()
})
after(() => product?.stop())

type Session = Record<string, string>
type Role = 'owner' | 'admin' | 'scheduler' | 'viewer' | 'integrator'

const withProof = (cookie: string): Session => ({ cookie, origin: product.baseUrl, 'x-service-csrf': '1' })
const newAddress = () => `new-${randomUUID()}@holder.example`

/** An organization, its owner's session, and what that calls below /staff. */
async function open(): Promise<{ holder: TestHolder; owner: Session }> {
  const holder = await product.createHolder()
  return { holder, owner: withProof(await signIn(product, holder.staffEmail)) }
}

/** Somebody with a role whom the operator let in. */
async function member(holder: TestHolder, role: Role): Promise<{ id: string; email: string; session: Session }> {
  const email = newAddress()
  const { id } = await inTransaction(product.operator, { holder: null }, (tx) =>
    inviteStaff(tx, holder.id, email, role),
  )
  return { id, email, session: withProof(await signIn(product, email)) }
}

function call(holder: TestHolder, headers: Session, method: string, path = '', body?: object): Promise<Reply> {
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}/staff${path}`
  return send(url, { method, headers, ...(body ? { body } : {}) })
}

function invite(holder: TestHolder, by: Session, body: object = {}): Promise<Reply> {
  return call(holder, by, 'POST', '', {
    clientRequestId: randomUUID(),
    email: newAddress(),
    staffRole: 'viewer',
    locale: 'nl',
    ...body,
  })
}

async function listed(holder: TestHolder, by: Session) {
  const { status, body } = await call(holder, by, 'GET', '?pageSize=100')
  assert.equal(status, 200)
  return body.data.items as { id: string; email: string; status: string; staffRole: string; version: number }[]
}

/** The token of the link in the newest mail to an address; of one that came after so many. */
const linkTo = (email: string, after = 0): Promise<string> =>
  eventually(async () => {
    const mails = await mailsTo(product, email)
    return mails.length > after ? /#invitation=([A-Za-z0-9_-]{43})/.exec(mails[0]?.text ?? '')?.[1] : undefined
  })

const post = (path: string, token: string) =>
  send(`${product.baseUrl}/auth/staff/invitation${path}`, { method: 'POST', body: { token } })
const read = (token: string) => post('', token)
const accept = (token: string) => post('/session', token)

const me = (session: Session) => send(`${product.baseUrl}/api/v1/me`, { headers: session })
const cookieOf = (reply: Reply) => String(reply.headers['set-cookie']).split(';')[0] ?? ''

test('somebody who is invited reads what to, and is signed in by the link once', async () => {
  const { holder, owner } = await open()
  const email = newAddress()
  const invited = await invite(holder, owner, { email: email.toUpperCase(), name: ' Noor ', staffRole: 'scheduler' })
  assert.equal(invited.status, 201)
  const { id, status, staffRole, isYou, invitationEndsAt } = invited.body.data
  assert.deepEqual(
    [invited.body.data.email, invited.body.data.name, status, staffRole, isYou],
    [email, 'Noor', 'invited', 'scheduler', false],
  )
  const days = (Date.parse(invitationEndsAt) - Date.parse(invited.body.data.invitedAt)) / 86_400_000
  assert.equal(days, 3)

  const token = await linkTo(email)
  for (const _ of [1, 2]) {
    const about = await read(token)
    assert.equal(about.status, 200, 'reading uses nothing up')
    assert.deepEqual([about.body.data.email, about.body.data.staffRole], [email, 'scheduler'])
    assert.match(about.body.data.organization, /^Praktijk/)
  }
  const accepted = await accept(token)
  assert.deepEqual([accepted.status, accepted.body.data.actorId], [201, id])
  assert.equal((await me(withProof(cookieOf(accepted)))).body.data.staffRole, 'scheduler')
  assert.deepEqual([(await read(token)).status, (await accept(token)).status], [404, 404])
  const row = (await listed(holder, owner)).find((each) => each.id === id)
  assert.deepEqual([row?.status, row?.version], ['active', 2])
  const { rows } = await product.operator.query(
    `select action from audit_event where platform_holder_id = $1 and $2 = any(subjects) order by at`,
    [holder.id, id],
  )
  const actions = rows.map(({ action }: { action: string }) => action)
  assert.ok(
    ['inviteHolderStaff', 'staffInvitationAccepted'].every((action) => actions.includes(action)),
    `${actions}`,
  )
})

test('of many answers at once to one link one signs in', async () => {
  const { holder, owner } = await open()
  const email = newAddress()
  await invite(holder, owner, { email })
  const token = await linkTo(email)
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 7 }, () => 404)])
})

test('nobody signs in with an address before its invitation is answered', async () => {
  const { holder, owner } = await open()
  const email = newAddress()
  await invite(holder, owner, { email })
  await linkTo(email)
  assert.equal((await send(`${product.baseUrl}/auth/staff/code`, { method: 'POST', body: { email } })).status, 202)
  const { rows } = await product.operator.query('select email from staff_sign_in_code order by created_at desc limit 1')
  assert.deepEqual(rows, [{ email: null }], 'the code goes nowhere')
})

test('a link works for three days, and ends with the next one and with the invitation', async () => {
  const { holder, owner } = await open()
  const email = newAddress()
  const { id } = (await invite(holder, owner, { email })).body.data
  const first = await linkTo(email)
  assert.equal((await call(holder, owner, 'POST', `/${id}/invitation`)).status, 200)
  const second = await linkTo(email, 1)
  assert.notEqual(second, first)
  assert.deepEqual([(await accept(first)).status, (await read(second)).status], [404, 200])
  await product.operator.query(
    `update staff_invitation set expires_at = tijdig_now() where platform_holder_id = $1 and ended_at is null`,
    [holder.id],
  )
  assert.equal((await accept(second)).status, 404)

  assert.equal((await call(holder, owner, 'POST', `/${id}/invitation`)).status, 200)
  const third = await linkTo(email, 2)
  const withdrawn = await call(holder, owner, 'POST', `/${id}/deactivate`)
  assert.deepEqual([withdrawn.status, withdrawn.body.data.status], [200, 'inactive'])
  assert.equal((await accept(third)).status, 404)
  const { rows } = await product.operator.query('select id from staff_member where email = $1', [email])
  assert.deepEqual(rows, [], 'who never worked here is forgotten')
  assert.equal((await call(holder, owner, 'POST', `/${id}/invitation`)).status, 404)
})

test('deactivating ends sessions, own keys and what they had taken; service accounts stay, and they are told', async () => {
  const { holder, owner } = await open()
  const leaver = await member(holder, 'admin')
  const secret = await inTransaction(product.operator, { holder: null }, (tx) =>
    createApiKeyRow(tx, {
      platformHolderId: holder.id,
      actorId: leaver.id,
      name: 'Own',
      scopes: ['profile:read'],
      days: 9,
    }),
  )
  const { keyId } = await storeServiceAccount({ product, holder })
  const reply = randomUUID()
  await product.operator.query(
    `insert into reply (platform_holder_id, id, inbound_id, appointment_id, sender_key, received_at, reason, assigned_to)
     values ($1, $2, $3, $3, '\\x00', now(), 'ambiguous', $4)`,
    [holder.id, reply, randomUUID(), leaver.id],
  )
  const byKey = { authorization: `Bearer ${secret}` }
  assert.deepEqual([(await me(byKey)).status, (await me(leaver.session)).status], [200, 200])
  const ended = await call(holder, owner, 'POST', `/${leaver.id}/deactivate`)
  assert.deepEqual([ended.status, ended.body.data.status, ended.body.data.activeKeys], [200, 'inactive', 0])
  assert.deepEqual([(await me(byKey)).status, (await me(leaver.session)).status], [401, 401])
  const { rows } = await product.operator.query(
    `select (select assigned_to from reply where id = $1) as "assignedTo",
       (select revoked_at from api_key where id = $2) as "revokedAt"`,
    [reply, keyId],
  )
  assert.deepEqual(rows, [{ assignedTo: null, revokedAt: null }])
  const mail = await eventually(async () =>
    (await mailsTo(product, leaver.email)).find(({ text }) => /toegang beëindigd|ended your access/.test(text ?? '')),
  )
  assert.ok(mail)
  const again = await call(holder, owner, 'POST', `/${leaver.id}/deactivate`)
  assert.deepEqual([again.status, again.body.data], [200, ended.body.data])

  // Back, they start with nothing of before.
  const back = await invite(holder, owner, { email: leaver.email, staffRole: 'viewer' })
  assert.deepEqual([back.status, back.body.data.id, back.body.data.status], [201, leaver.id, 'invited'])
  assert.equal((await accept(await linkTo(leaver.email))).status, 201)
  assert.deepEqual([(await me(byKey)).status, (await me(leaver.session)).status], [401, 401])
})

test('withdrawing the invitation of somebody who left leaves them as they were', async () => {
  const { holder, owner } = await open()
  const former = await member(holder, 'viewer')
  await inTransaction(product.operator, { holder: null }, (tx) => deactivateStaff(tx, holder.id, former.email))
  await invite(holder, owner, { email: former.email })
  assert.equal((await call(holder, owner, 'POST', `/${former.id}/deactivate`)).status, 200)
  assert.equal((await listed(holder, owner)).find(({ id }) => id === former.id)?.status, 'inactive')
})

test('a role changes at once, whoever it is of is told, and one’s own stays', async () => {
  const { holder, owner } = await open()
  const other = await member(holder, 'admin')
  const self = (await listed(holder, owner)).find(({ email }) => email === holder.staffEmail)
  const version = (await listed(holder, owner)).find(({ id }) => id === other.id)?.version
  const change = (id: string, body: object, by = owner) => call(holder, by, 'PATCH', `/${id}`, body)
  const changed = await change(other.id, { expectedVersion: version, staffRole: 'viewer' })
  assert.deepEqual([changed.status, changed.body.data.staffRole], [200, 'viewer'])
  assert.equal((await call(holder, other.session, 'GET')).body.error.code, 'SCOPE_MISSING')
  await eventually(async () =>
    (await mailsTo(product, other.email)).find(({ text }) => /gewijzigd|has changed/.test(text ?? '')),
  )
  const stale = await change(other.id, { expectedVersion: version, staffRole: 'admin' })
  assert.deepEqual([stale.status, stale.body.error.code], [409, 'VERSION_CONFLICT'])
  await member(holder, 'owner')
  const own = await change(self!.id, { expectedVersion: self!.version, staffRole: 'admin' })
  assert.deepEqual([own.status, own.body.error.code], [409, 'STATE_CONFLICT'])
  assert.equal((await call(holder, owner, 'POST', `/${self!.id}/deactivate`)).status, 409)
  const named = await change(self!.id, { expectedVersion: self!.version, name: 'Anna' })
  assert.deepEqual([named.status, named.body.data.name], [200, 'Anna'])
})

test('locations are those of the organization, and of who plans or reads', async () => {
  const { holder, owner } = await open()
  const there = await call(holder, owner, 'GET')
  assert.equal(there.status, 200)
  const setUp = { schedulingSetup: { locations: [{ id: 'main', name: 'Lindelaan', personCount: 1, roomCount: 1 }] } }
  assert.equal((await holder.call('PATCH', '', setUp)).status, 200)
  const at = (locationIds: string[], staffRole = 'scheduler') =>
    invite(holder, owner, { staffRole, locationIds, includesUnassigned: true })
  const placed = await at(['main'])
  assert.deepEqual(
    [placed.status, placed.body.data.locationIds, placed.body.data.includesUnassigned],
    [201, ['main'], true],
  )
  assert.deepEqual(
    [(await at(['main', 'nowhere'])).body.error.details[0].path, (await at(['main'], 'admin')).status],
    ['locationIds.1', 400],
  )
  const { id, version } = placed.body.data
  const moved = await call(holder, owner, 'PATCH', `/${id}`, { expectedVersion: version, staffRole: 'admin' })
  assert.deepEqual([moved.body.data.locationIds, moved.body.data.includesUnassigned], [[], false])
})

test('a location that is removed locks nobody who works there, and is given to nobody anew', async () => {
  const { holder, owner } = await open()
  const setUp = (...ids: string[]) => {
    const locations = ids.map((id) => ({ id, name: id, personCount: 1, roomCount: 1 }))
    return holder.call('PATCH', '', { schedulingSetup: { locations } })
  }
  assert.equal((await setUp('main', 'old')).status, 200)
  const staffRole = 'scheduler'
  const { id, version } = (await invite(holder, owner, { staffRole, locationIds: ['old'] })).body.data
  const other = (await invite(holder, owner, { staffRole, locationIds: ['main'] })).body.data
  assert.equal((await setUp('main')).status, 200)
  const change = (of: string, body: object) => call(holder, owner, 'PATCH', `/${of}`, body)
  const named = await change(id, { expectedVersion: version, name: 'Noor' })
  assert.deepEqual([named.status, named.body.data.name, named.body.data.locationIds], [200, 'Noor', ['old']])
  const read = await change(id, { expectedVersion: version + 1, staffRole: 'viewer', locationIds: ['main', 'old'] })
  assert.deepEqual([read.status, read.body.data.locationIds], [200, ['main', 'old']])
  const refused = await change(other.id, { expectedVersion: other.version, locationIds: ['main', 'old'] })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'locationIds.1'])
})

test('an admin changes all but owners, and nobody else changes anybody', async () => {
  const { holder, owner } = await open()
  const [admin, viewer] = [await member(holder, 'admin'), await member(holder, 'viewer')]
  const first = (await listed(holder, owner)).find(({ email }) => email === holder.staffEmail)
  const version = 1
  const refused: [Promise<Reply>, string][] = [
    [invite(holder, admin.session, { staffRole: 'owner' }), 'ROLE_FORBIDDEN'],
    [
      call(holder, admin.session, 'PATCH', `/${first!.id}`, { expectedVersion: version, staffRole: 'viewer' }),
      'ROLE_FORBIDDEN',
    ],
    [
      call(holder, admin.session, 'PATCH', `/${viewer.id}`, { expectedVersion: version, staffRole: 'owner' }),
      'ROLE_FORBIDDEN',
    ],
    [call(holder, admin.session, 'POST', `/${first!.id}/deactivate`), 'ROLE_FORBIDDEN'],
    [invite(holder, viewer.session), 'SCOPE_MISSING'],
    [call(holder, viewer.session, 'POST', `/${admin.id}/deactivate`), 'SCOPE_MISSING'],
  ]
  for (const [reply, code] of refused) assert.equal((await reply).body.error?.code, code)
  assert.equal((await invite(holder, admin.session, { staffRole: 'scheduler' })).status, 201)
  assert.equal((await call(holder, admin.session, 'POST', `/${viewer.id}/deactivate`)).status, 200)
})

test('two owners who demote or deactivate each other at once leave one', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { holder, owner } = await open()
    const other = await member(holder, 'owner')
    const staff = await listed(holder, owner)
    const self = staff.find(({ email }) => email === holder.staffEmail)
    const versionOf = (id: string) => staff.find((each) => each.id === id)?.version
    const demote = (by: Session, id: string) =>
      round % 2 === 0
        ? call(holder, by, 'PATCH', `/${id}`, { expectedVersion: versionOf(id), staffRole: 'admin' })
        : call(holder, by, 'POST', `/${id}/deactivate`)
    const replies = await Promise.all([demote(owner, other.id), demote(other.session, self!.id)])
    const statuses = replies.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1, `${statuses}`)
    const { rows } = await product.operator.query(
      `select count(*)::int as owners from staff_member
       where platform_holder_id = $1 and role = 'owner' and status = 'active'`,
      [holder.id],
    )
    assert.deepEqual(rows, [{ owners: 1 }])
  }
})

test('the last owner stays one, also when an owner whose role just went asks', async () => {
  const { holder, owner } = await open()
  const self = (await listed(holder, owner)).find(({ email }) => email === holder.staffEmail)
  for (const reply of [
    await call(holder, owner, 'PATCH', `/${self!.id}`, { expectedVersion: self!.version, staffRole: 'viewer' }),
    await call(holder, owner, 'POST', `/${self!.id}/deactivate`),
  ])
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'STATE_CONFLICT'])
})

test('one person is invited once at a time, and a mailbox and an organization get no more mails a day than allowed', async () => {
  const { holder, owner } = await open()
  const email = newAddress()
  const both = await Promise.all([invite(holder, owner, { email }), invite(holder, owner, { email })])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
  const { id } = both.find(({ status }) => status === 201)!.body.data
  const resent = await Promise.all(Array.from({ length: 6 }, () => call(holder, owner, 'POST', `/${id}/invitation`)))
  assert.equal(resent.filter(({ status }) => status === 200).length, 4)
  assert.equal(resent.find(({ status }) => status === 429)?.body.error.code, 'RATE_LIMITED')
  // Withdrawing makes no room.
  await call(holder, owner, 'POST', `/${id}/deactivate`)
  const rest = await Promise.all(Array.from({ length: 50 }, () => invite(holder, owner)))
  assert.equal(rest.filter(({ status }) => status === 201).length, 45)
})

test('nobody of another organization is seen, invited away or changed', async () => {
  const [one, two] = [await open(), await open()]
  const theirs = await member(two.holder, 'viewer')
  assert.equal((await call(one.holder, one.owner, 'POST', `/${theirs.id}/deactivate`)).status, 404)
  assert.equal((await call(two.holder, one.owner, 'GET')).status, 404)
  const both = await invite(one.holder, one.owner, { email: theirs.email })
  assert.equal(both.status, 201, 'a person may work for two')
  assert.equal((await me(theirs.session)).status, 200)
  // A passkey belongs to the person: it goes with the last organization alone.
  await product.operator.query(
    `insert into staff_passkey (id, email, credential_id, public_key, sign_count, name, created_at)
     values ($1, $2, sha256(uuid_send($1)), '\\x00', 0, 'Telephone', now())`,
    [randomUUID(), theirs.email],
  )
  const passkeys = async () =>
    (await product.operator.query('select id from staff_passkey where email = $1', [theirs.email])).rowCount
  await accept(await linkTo(theirs.email))
  await call(one.holder, one.owner, 'POST', `/${both.body.data.id}/deactivate`)
  assert.equal(await passkeys(), 1)
  await call(two.holder, two.owner, 'POST', `/${theirs.id}/deactivate`)
  assert.equal(await passkeys(), 0)
})
