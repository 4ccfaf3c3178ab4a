import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { addStaff, endStaff } from '#/app/operator/holders/staff.ts'
import { send, type Reply } from '../api/http-request.ts'
import { eventually, mailedCode, mailsTo, signIn, startTestProduct, type TestProduct } from '../harness.ts'
import { freePorts } from '../postgres.ts'
import { startBrowser } from './browser.ts'

// Passkeys made by Chromium's virtual authenticator, and sent to the product over HTTP.

let product: TestProduct
let browser: Browser
let foreignSite: Server
before(async () => {
  // Authenticators take only hosts with a name.
  const [port] = await freePorts(1)
  product = await startTestProduct({ env: { TIJDIG_PORT: String(port), TIJDIG_BASE_URL: `http://localhost:${port}` } })
  browser = await startBrowser()
  foreignSite = createServer((_request, response) => response.end()).listen(0)
})
after(async () => {
  foreignSite?.close()
  await browser?.close()
  await product?.stop()
})

type Options = Record<string, unknown>
type Created = { readonly id: string; readonly clientDataJSON: string; readonly attestationObject: string }
type Signed = {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}

/** A device with an authenticator that a person unlocks and touches at once. */
async function newDevice(origin = product.baseUrl) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${origin}/healthz`)
  return { page, cdp, authenticatorId, close: () => context.close() }
}
type Device = { readonly page: Page; readonly cdp: CDPSession; readonly authenticatorId: string }

// A string, because it runs in the page.
const create = ({ page }: Device, options: Options) =>
  page.evaluate<Created>(`navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })
    .then((credential) => credential.toJSON())
    .then(({ id, response: { clientDataJSON, attestationObject } }) => ({ id, clientDataJSON, attestationObject }))`)
const get = ({ page }: Device, options: Options) =>
  page.evaluate<Signed>(`navigator.credentials
    .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}) })
    .then((credential) => credential.toJSON())
    .then(({ id, response }) => ({ id, ...response }))`)

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(`${product.baseUrl}/auth/staff/passkey${path}`, {
    method,
    body,
    headers: { origin: product.baseUrl, ...headers },
  })
const own = (cookie: string) => ({ cookie, 'x-service-csrf': '1' })
const optionsFor = async (cookie: string): Promise<Options> => {
  const reply = await call('POST', '/options', undefined, own(cookie))
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data
}
const challenge = async (): Promise<Options> => (await call('POST', '/challenge')).body.data
const signInWith = (credential: unknown, platformHolderId?: string) =>
  call('POST', '/session', { credential, platformHolderId })
const cookieOf = (reply: Reply) => reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''

function assertRefused(reply: Reply): void {
  assert.deepEqual([reply.status, reply.body.error?.code], [401, 'SIGN_IN_CODE_INVALID'], reply.text)
}

/** A member of staff with a passkey on a device. */
async function newPerson() {
  const holder = await product.createHolder()
  const cookie = await signIn(product, holder.staffEmail)
  const device = await newDevice()
  const credential = await create(device, await optionsFor(cookie))
  const added = await call('POST', '', { name: 'Laptop', credential }, own(cookie))
  assert.equal(added.status, 201, added.text)
  return { holder, cookie, device, passkeyId: String(added.body.data.passkeyId) }
}

test('a passkey is added once signed in, listed, opens a session without an e-mail address, and is removed', async () => {
  const { holder, cookie, device, passkeyId } = await newPerson()
  const listed = async () => (await call('GET', '', undefined, { cookie })).body.data.passkeys
  const [{ createdAt, ...passkey }] = await listed()
  assert.deepEqual(passkey, { passkeyId, name: 'Laptop', lastUsedAt: null })
  assert.ok(Temporal.Instant.from(createdAt))
  const reply = await signInWith(await get(device, await challenge()))
  assert.equal(reply.status, 201, reply.text)
  const { now, ...session } = reply.body.data
  assert.ok(Temporal.Instant.from(now))
  assert.deepEqual(session, {
    actorId: holder.actorId,
    role: 'platform_holder_user',
    platformHolderId: holder.id,
    environment: 'test',
    supportEmail: null,
    email: holder.staffEmail,
    worksElsewhere: false,
    interfaceLocale: null,
    staffRole: 'owner',
    locations: null,
    scopes: product.services.scopes.platform_holder_user,
  })
  const me = await send(`${product.baseUrl}/api/v1/me`, { headers: { cookie: cookieOf(reply) } })
  assert.equal(me.body.data.authentication, 'session')
  assert.ok(reply.headers['set-cookie']?.some((cookie) => cookie.startsWith('tijdig_device=')))
  assert.ok((await listed())[0].lastUsedAt)
  const { rows } = await product.operator.query(
    `select action, actor_id from audit_event where $1 = any(subjects) order by at, id`,
    [passkeyId],
  )
  assert.deepEqual(rows, [
    { action: 'staffPasskeyAdded', actorId: holder.actorId },
    { action: 'staffSignedIn', actorId: holder.actorId },
  ])
  assert.ok(!product.logLines.some((line) => line.includes(holder.staffEmail)))
  assert.equal((await call('DELETE', `/${passkeyId}`, undefined, own(cookie))).status, 200)
  assert.deepEqual(await listed(), [])
  assert.equal((await call('DELETE', `/${passkeyId}`, undefined, own(cookie))).status, 404)
  assertRefused(await signInWith(await get(device, await challenge())))
  await device.close()
})

test('what a passkey signed opens one session, also when it comes twenty times at once, and for five minutes', async () => {
  const { device } = await newPerson()
  const answer = await get(device, await challenge())
  const replies = await Promise.all(Array.from({ length: 20 }, () => signInWith(answer)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  replies.filter(({ status }) => status !== 201).forEach(assertRefused)
  assertRefused(await signInWith(answer))
  const late = await get(device, await challenge())
  await product.clock.advance('PT5M')
  assertRefused(await signInWith(late))
  await device.close()
})

test('a challenge counts for what it was made for only: nobody’s own, another session’s, or one to add a passkey', async () => {
  const { device, cookie } = await newPerson()
  const made = { ...(await challenge()), challenge: Buffer.alloc(32, 7).toString('base64url') }
  assertRefused(await signInWith(await get(device, made)))
  const toAdd = await optionsFor(cookie)
  const misused = { challenge: toAdd['challenge'], rpId: 'localhost', userVerification: 'required' }
  assertRefused(await signInWith(await get(device, misused)))
  const other = await product.createHolder()
  const otherCookie = await signIn(product, other.staffEmail)
  const another = await newDevice()
  const credential = await create(another, await optionsFor(cookie))
  const stolen = await call('POST', '', { name: 'Stolen', credential }, own(otherCookie))
  assert.deepEqual([stolen.status, stolen.body.error.code], [400, 'VALIDATION_FAILED'])
  await Promise.all([device.close(), another.close()])
})

test('a page of another origin gets nothing signed that counts here', async () => {
  const { device, passkeyId } = await newPerson()
  const { credentials } = await device.cdp.send('WebAuthn.getCredentials', { authenticatorId: device.authenticatorId })
  const elsewhere = await newDevice(`http://localhost:${(foreignSite.address() as AddressInfo).port}`)
  const [credential] = credentials
  assert.ok(credential)
  await elsewhere.cdp.send('WebAuthn.addCredential', { authenticatorId: elsewhere.authenticatorId, credential })
  const phished = await challenge()
  assertRefused(await signInWith(await get(elsewhere, phished)))
  assertRefused(await signInWith(await get(device, phished)))
  const { rowCount } = await product.operator.query(
    `select 1 from audit_event where action = 'staffPasskeyRefused' and $1 = any(subjects)`,
    [passkeyId],
  )
  assert.equal(rowCount, 1)
  assert.ok(product.logLines.some((line) => line.includes(passkeyId) && line.includes('was refused')))
  await Promise.all([device.close(), elsewhere.close()])
})

test('a copied passkey is refused by its counter, and one that did not ask for its person too', async () => {
  const { device } = await newPerson()
  const { authenticatorId, cdp } = device
  const stored = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials[0]!
  const copy = await stored()
  for (let count = 0; count < 2; count += 1)
    assert.equal((await signInWith(await get(device, await challenge()))).status, 201)
  const { signCount } = await stored()
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy })
  assertRefused(await signInWith(await get(device, await challenge())))
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...copy, signCount } })
  assert.equal((await signInWith(await get(device, await challenge()))).status, 201)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  assertRefused(await signInWith(await get(device, { ...(await challenge()), userVerification: 'discouraged' })))
  await device.close()
})

test('a passkey nobody registered, a changed signature and another person’s name on it open nothing', async () => {
  const { device, cookie } = await newPerson()
  const stranger = await newDevice()
  await create(stranger, await optionsFor(cookie))
  assertRefused(await signInWith(await get(stranger, await challenge())))
  const answer = await get(device, await challenge())
  const signature = Buffer.from(answer.signature, 'base64url')
  signature[signature.length - 1]! ^= 1
  assertRefused(await signInWith({ ...answer, signature: signature.toString('base64url') }))
  const renamed = await get(device, await challenge())
  const userHandle = Buffer.alloc(32, 1).toString('base64url')
  assertRefused(await signInWith({ ...renamed, userHandle }))
  const again = await call('POST', '', { name: 'Again', credential: answer }, own(cookie))
  assert.equal(again.status, 400)
  await Promise.all([device.close(), stranger.close()])
})

test('a passkey that brings a certificate of its device is refused unread', async () => {
  const { staffEmail } = await product.createHolder()
  const cookie = await signIn(product, staffEmail)
  const device = await newDevice()
  const credential = await create(device, { ...(await optionsFor(cookie)), attestation: 'direct' })
  assert.ok(Buffer.from(credential.attestationObject, 'base64url').includes('x5c'), 'the authenticator has one')
  const reply = await call('POST', '', { name: 'Key', credential }, own(cookie))
  assert.deepEqual([reply.status, reply.body.error.code], [400, 'VALIDATION_FAILED'])
  await device.close()
})

test('whoever works for several organizations chooses one, and the passkey ends with the last assignment', async () => {
  const { device, holder } = await newPerson()
  const second = await product.createHolder()
  await addStaff(product.operator, second.id, holder.staffEmail)
  const answer = await get(device, await challenge())
  const choice = await signInWith(answer)
  assert.equal(choice.status, 200)
  const { organizations } = choice.body.data
  assert.deepEqual(
    new Set(organizations.map((each: { platformHolderId: string }) => each.platformHolderId)),
    new Set([holder.id, second.id]),
  )
  const foreign = await product.createHolder()
  const refused = await signInWith(answer, foreign.id)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'ASSIGNMENT_INACTIVE'])
  const chosen = await signInWith(answer, second.id)
  assert.deepEqual([chosen.status, chosen.body.data.platformHolderId], [201, second.id])
  assertRefused(await signInWith(answer, second.id))
  assert.equal((await endStaff(product.operator, holder.id, holder.staffEmail)).endedPasskeys, 0)
  assert.equal((await signInWith(await get(device, await challenge()))).status, 201, 'they work for the other one')
  assert.equal((await endStaff(product.operator, second.id, holder.staffEmail)).endedPasskeys, 1)
  assertRefused(await signInWith(await get(device, await challenge())))
  await addStaff(product.operator, holder.id, holder.staffEmail)
  assertRefused(await signInWith(await get(device, await challenge())))
  await device.close()
})

test('a passkey is added and removed by a page of ours with a session of its owner only', async () => {
  const { device, passkeyId, cookie } = await newPerson()
  const other = await product.createHolder()
  const otherCookie = await signIn(product, other.staffEmail)
  assert.equal((await call('DELETE', `/${passkeyId}`, undefined, own(otherCookie))).status, 404)
  assert.equal((await call('DELETE', '/none-of-ours', undefined, own(cookie))).status, 404)
  for (const [method, path] of [
    ['POST', ''],
    ['POST', '/options'],
    ['DELETE', `/${passkeyId}`],
  ] as const) {
    const refusals = [
      await call(method, path, undefined, { cookie }),
      await call(method, path, undefined, { ...own(cookie), origin: 'https://evil.example' }),
      await call(method, path),
      await call(method, path, undefined, { authorization: `Bearer ${other.apiKey}`, 'x-service-csrf': '1' }),
    ]
    assert.deepEqual(
      refusals.map(({ body }) => body.error.code),
      ['CSRF_REQUIRED', 'CSRF_REQUIRED', 'UNAUTHENTICATED', 'BROWSER_SESSION_REQUIRED'],
    )
  }
  const evil = { origin: 'https://evil.example' }
  for (const path of ['/challenge', '/session']) assert.equal((await call('POST', path, undefined, evil)).status, 403)
  const answer = await get(device, await challenge())
  assert.equal((await signInWith({ ...answer, id: 'x'.repeat(8_192) })).status, 413)
  assert.equal((await signInWith({ ...answer, id: 'not base64url!' })).status, 400)
  assert.equal((await signInWith({ ...answer, clientDataJSON: 'e30' })).status, 401)
  assert.equal((await signInWith(answer)).status, 201, 'nothing of that used the challenge up')
  await device.close()
})

/** Lets a session be as one in which nobody gave a code or passkey for a while. */
async function grownOld(holderId: string): Promise<void> {
  await product.operator.query(
    `update staff_session set proved_at = now() - interval '15 minutes 1 second' where platform_holder_id = $1`,
    [holderId],
  )
}
const proof = (path: string, body: unknown, headers: Record<string, string>) =>
  send(`${product.baseUrl}/auth/staff${path}`, {
    method: 'POST',
    body,
    headers: { origin: product.baseUrl, ...headers },
  })
const isSignedIn = async (cookie: string) =>
  (await send(`${product.baseUrl}/auth/session`, { headers: { cookie } })).status === 200

test('a session in which nobody gave a code or passkey for 15 minutes becomes no passkey', async () => {
  const { holder, cookie, device } = await newPerson()
  const options = await optionsFor(cookie)
  await call(
    'DELETE',
    `/${(await call('GET', '', undefined, { cookie })).body.data.passkeys[0].passkeyId}`,
    undefined,
    own(cookie),
  )
  const other = await newDevice()
  const credential = await create(other, options)
  await grownOld(holder.id)
  for (const refused of [
    await call('POST', '/options', undefined, own(cookie)),
    await call('POST', '', { name: 'Dief', credential }, own(cookie)),
  ])
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FRESH_PROOF_REQUIRED'])
  assert.deepEqual((await call('GET', '', undefined, { cookie })).body.data.passkeys, [])

  const mails = (await mailsTo(product, holder.staffEmail)).length
  assert.equal((await proof('/proof/code', undefined, own(cookie))).status, 202)
  const code = await mailedCode(product, holder.staffEmail, mails + 1)
  const wrong = code === '000000' ? '000001' : '000000'
  assertRefused(await proof('/proof', { code: wrong }, own(cookie)))
  assert.equal((await call('POST', '/options', undefined, own(cookie))).status, 403)
  const csrf = await proof('/proof', { code }, { cookie })
  assert.deepEqual([csrf.status, csrf.body.error.code], [403, 'CSRF_REQUIRED'])
  assert.equal((await proof('/proof', { code }, own(cookie))).status, 200)
  assertRefused(await proof('/proof', { code }, own(cookie)))
  assert.equal(
    (
      await call(
        'POST',
        '',
        { name: 'Telefoon', credential: await create(other, await optionsFor(cookie)) },
        own(cookie),
      )
    ).status,
    201,
  )
  await device.close()
  await other.close()
})

test('a passkey of one’s own proves it as well, and that of somebody else does not', async () => {
  const { holder, cookie, device } = await newPerson()
  const somebody = await newPerson()
  await grownOld(holder.id)
  const foreign = await get(somebody.device, await challenge())
  assertRefused(await proof('/passkey/proof', { credential: foreign }, own(cookie)))
  assert.equal((await call('POST', '/options', undefined, own(cookie))).status, 403)
  const signed = await get(device, await challenge())
  assert.equal((await proof('/passkey/proof', { credential: signed }, own(cookie))).status, 200)
  assert.equal((await call('POST', '/options', undefined, own(cookie))).status, 200)
  assertRefused(await proof('/passkey/proof', { credential: signed }, own(cookie)))
})

test('the owner is mailed of a passkey that is added or removed, and removing it ends the sessions it opened', async () => {
  const { holder, cookie, device, passkeyId } = await newPerson()
  const texts = async () => (await mailsTo(product, holder.staffEmail)).map(({ text }) => text)
  await eventually(async () => (await texts()).some((text) => text.includes('Er is een passkey toegevoegd.')))
  const byPasskey = cookieOf(await signInWith(await get(device, await challenge())))
  assert.deepEqual([await isSignedIn(cookie), await isSignedIn(byPasskey)], [true, true])
  assert.equal((await call('DELETE', `/${passkeyId}`, undefined, own(cookie))).status, 200)
  assert.deepEqual([await isSignedIn(cookie), await isSignedIn(byPasskey)], [true, false])
  await eventually(async () => (await texts()).some((text) => text.includes('Er is een passkey verwijderd.')))
})

test('signing out everywhere ends each session of a person, at every organization, and nobody else’s', async () => {
  const { holder, cookie, device } = await newPerson()
  const elsewhere = await product.createHolder()
  await addStaff(product.operator, elsewhere.id, holder.staffEmail)
  const there = cookieOf(await signInWith(await get(device, await challenge()), elsewhere.id))
  const colleague = await newPerson()
  const cookies = [cookie, there, colleague.cookie]
  assert.deepEqual(await Promise.all(cookies.map(isSignedIn)), [true, true, true])
  assert.equal((await proof('/sign-out-everywhere', undefined, { cookie })).status, 403)
  const done = await proof('/sign-out-everywhere', undefined, own(cookie))
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(await Promise.all(cookies.map(isSignedIn)), [false, false, true])
})
