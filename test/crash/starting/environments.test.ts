import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { claimInstallation } from '#/app/starting/installation.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { deriveKeys } from '#/kernel/secrets/derived-keys.ts'
import { newId } from '#/kernel/ids.ts'
import { runCommand } from '#/main/run-command.ts'
import { smsCodes } from '#/slices/recipient-sign-in/codes/challenge.ts'
import { codeHmac } from '#/slices/sign-in-codes/sign-in-codes.ts'
import { callApi } from '../../harness.ts'
import { freePorts } from '../../postgres.ts'
import { testDatabase } from '../../postgres.ts'
import { atEnd } from '../at-end.ts'
import { startServe } from '../processes.ts'

type Env = Readonly<Record<string, string>>

// The worst case: both environments have the same secret.
const secret = 'the-same-secret-in-both-0123456789-0123456789'

const environments: Readonly<Record<'beta' | 'production', Env>> = {
  beta: { TIJDIG_ENVIRONMENT: 'beta', TIJDIG_BASE_URL: 'https://beta.example' },
  production: {
    TIJDIG_ENVIRONMENT: 'production',
    TIJDIG_BASE_URL: 'https://afspraken.example',
    TIJDIG_LOGIN_URL: 'https://login.example',
    TIJDIG_TRUSTED_PROXIES: 'none',
    TIJDIG_TWILIO_ACCOUNT_SID: 'AC0123456789',
    TIJDIG_TWILIO_AUTH_TOKENS: secret,
    TIJDIG_SMTP_URL: `smtps://user:${secret}@mail.example`,
    TIJDIG_BOUNCE_TOKENS: secret,
    TIJDIG_SMS_SENDER: '+3197010250001',
    TIJDIG_MAIL_FROM: 'afspraken@afspraken.example',
    TIJDIG_BOUNCE_DOMAIN: 'bounces.afspraken.example',
    TIJDIG_TOKEN_KEYS: `a:${Buffer.alloc(32, secret).toString('base64')}`,
  },
}

type Installation = { readonly apiUrl: string; readonly loginUrl: string; readonly database: Client; readonly env: Env }

/** A process of its own, with API and login server; no worker, so nothing is sent. */
async function install(
  t: TestContext,
  environment: keyof typeof environments,
  databaseUrl: string,
  changes: Env = {},
): Promise<Installation> {
  const [api, login, admin] = await freePorts(3)
  const env = {
    ...environments[environment],
    TIJDIG_SECRET: secret,
    DATABASE_URL: databaseUrl,
    TIJDIG_PORT: String(api),
    TIJDIG_LOGIN_PORT: String(login),
    TIJDIG_ADMIN_PORT: String(admin),
    ...changes,
  }
  await claimInstallation(databaseUrl, { environment, secret })
  await startServe(t, { env, args: ['--roles', 'api,login', '--no-demo'] })
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  atEnd(t, () => database.end())
  return { apiUrl: `http://127.0.0.1:${api}`, loginUrl: `http://127.0.0.1:${login}`, database, env }
}

/** Signs somebody in at the login server, with a code stored as the worker would store it, and links them. */
async function signIn({ loginUrl, database }: Installation, phoneNumberE164: string): Promise<string> {
  const auth = `${loginUrl}/api/v1/recipient/auth`
  const challenge = await callApi(`${auth}/challenges`, 'POST', { phoneNumberE164 })
  assert.equal(challenge.status, 201, JSON.stringify(challenge.body))
  const { challengeId } = challenge.body
  const code = '204060'
  const stored = codeHmac(deriveKeys(secret), smsCodes, challengeId, code)
  await database.query('update login.challenge set code_hmac = $2, sent_at = created_at where id = $1', [
    challengeId,
    stored,
  ])
  const session = await callApi(`${auth}/sessions`, 'POST', { challengeId, code })
  assert.equal(session.status, 201, JSON.stringify(session.body))
  const recipientId = newId()
  await database.query('insert into recipient (id, display_name) values ($1, $2)', [recipientId, 'Noor Jansen'])
  await database.query('insert into recipient_profile_link (profile_id, recipient_id) values ($1, $2)', [
    session.body.profile.profileId,
    recipientId,
  ])
  return session.body.accessToken
}

/** What `tijdig serve` says before it gives up. */
async function refusedStart(env: Env): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  assert.equal(await runCommand(['serve', '--roles', 'api', '--no-demo'], { env, stdin, stdout, stderr }), 1)
  return text(stderr.end())
}

async function me({ apiUrl }: Pick<Installation, 'apiUrl'>, token: string): Promise<[number, string | undefined]> {
  const { status, body } = await callApi(`${apiUrl}/api/v1/me`, 'GET', undefined, { authorization: `Bearer ${token}` })
  return [status, body.error?.code]
}

test('a session of beta is nothing in production, nor the other way round, and a datastore of the other is refused', async (t) => {
  const [forBeta, forProduction] = [await testDatabase(), await testDatabase()]
  const beta = await install(t, 'beta', forBeta.url)
  const production = await install(t, 'production', forProduction.url)
  const ofBeta = await signIn(beta, '+31612345677')
  const ofProduction = await signIn(production, '+31612345677')
  assert.deepEqual(await me(beta, ofBeta), [200, undefined])
  assert.deepEqual(await me(production, ofProduction), [200, undefined])
  assert.deepEqual(await me(production, ofBeta), [401, 'INVALID_RECIPIENT_SESSION'])
  assert.deepEqual(await me(beta, ofProduction), [401, 'INVALID_RECIPIENT_SESSION'])

  // Nor is there a demo to sign in with at a public address: visitors are led to the portal.
  for (const { apiUrl } of [beta, production]) {
    const start = await fetch(apiUrl, { redirect: 'manual' })
    assert.deepEqual([start.status, start.headers.get('location')], [302, '/sign-in'])
    for (const path of ['/demo', '/demo/state']) assert.equal((await fetch(`${apiUrl}${path}`)).status, 404, path)
  }

  // Production does not start with the datastore of beta, and serves nobody from one that turns out to be.
  const mixed = { ...production.env, TIJDIG_LOGIN_DATABASE_URL: forBeta.url }
  assert.match(
    await refusedStart(mixed),
    /^TIJDIG_LOGIN_DATABASE_URL .* belongs to beta, and TIJDIG_ENVIRONMENT is production/,
  )
  await production.database.query(`update login.binding set environment = 'beta'`)
  for (const token of [ofBeta, ofProduction])
    assert.deepEqual(await me(production, token), [503, 'RECIPIENT_SESSION_CONFIGURATION_INVALID'])
  const asked = await callApi(`${production.loginUrl}/api/v1/recipient/auth/challenges`, 'POST', {
    phoneNumberE164: '+31612345687',
  })
  assert.deepEqual([asked.status, asked.body.error.code], [503, 'RECIPIENT_SESSION_CONFIGURATION_INVALID'])
})
