import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readSettings } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { createMaintenance } from '#/app/background/maintenance.ts'
import { createMetrics } from '#/app/server/health/metrics.ts'
import { operations } from '#/app/operations.ts'
import { installationOf } from '#/app/starting/database.ts'
import { claimInstallation } from '#/app/starting/installation.ts'
import { startProduct, type Role } from '#/app/product.ts'
import { createTestClock, type TestClock } from '#/app/clock/test-clock.ts'
import { createServices } from '#/app/wiring.ts'
import type { Services } from '#/kernel/context.ts'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { newId } from '#/kernel/ids.ts'
import { createLog, type Log } from '#/kernel/log.ts'
import { createApiKeyRow, inviteStaff } from '#/slices/access/access.ts'
import { createHolder } from '#/slices/holders/holders.ts'
import { createProfile } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { createDefaultPolicy } from '#/slices/reminders/reminders.ts'
import { hangUp } from './hang-up.ts'
import { freePorts, testDatabase, type TestDatabase } from './postgres.ts'
import { shared } from './shared.ts'

/** The whole product on a database of its own, over real sockets, with its twins and a clock to move. */
export type TestProduct = {
  readonly settings: Settings
  readonly services: Services
  readonly databaseUrl: string
  readonly baseUrl: string
  /** Origin of the recipients' login server. */
  readonly loginUrl: string
  readonly sandboxUrl: string
  readonly clock: TestClock
  /** Acts as tijdig_operator: sees every tenant. */
  readonly operator: pg.Pool
  /** Acts as tijdig_login, on the datastore of the recipients' sign-in. */
  readonly login: pg.Pool
  readonly logLines: string[]
  createHolder(options?: {
    displayName?: string
    defaultLocale?: string
    defaultTimezone?: string
    status?: string
    isTest?: boolean
  }): Promise<TestHolder>
  /**
   * A recipient linked to these entries of holders, with a full API key. With a mobile number they also have a linked
   * sign-in profile, so that `signInRecipient` opens a linked session.
   */
  createRecipient(options?: NewTestRecipient): Promise<TestRecipient>
  /** Does a whole round of maintenance now; the product itself pauses ten seconds between two. */
  maintain(): Promise<unknown>
  stop(): Promise<void>
}

export type RecipientLink = { readonly platformHolderId: string; readonly holderRecipientId: string }

export type NewTestRecipient = {
  readonly displayName?: string
  readonly phoneNumberE164?: string
  readonly links?: readonly RecipientLink[]
}

export type TestRecipient = {
  readonly id: string
  readonly apiKey: string
  /** Calls the API with the key; the path begins after /api/v1/recipient. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** A platform holder of one test, with a member of staff and a full API key. */
export type TestHolder = {
  readonly id: string
  readonly staffEmail: string
  readonly actorId: string
  readonly apiKey: string
  /** Calls the API with the key; the path begins after /api/v1/platform-holders/{id}. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: ReturnType<typeof JSON.parse>
}

export const testSecret = 'a-secret-for-tests-that-is-long-enough'

/** Starts the product for one test file; call `stop` in an after hook. */
export async function startTestProduct(
  options: { roles?: readonly Role[]; env?: Record<string, string>; database?: TestDatabase } = {},
): Promise<TestProduct> {
  const database = options.database ?? (await testDatabase())
  const [api, login, sandbox, smtp, admin] = await freePorts(5)
  const settings = readSettings({
    TIJDIG_ENVIRONMENT: 'test',
    TIJDIG_SECRET: testSecret,
    TIJDIG_PORT: String(api),
    TIJDIG_LOGIN_PORT: String(login),
    TIJDIG_SANDBOX_PORT: String(sandbox),
    TIJDIG_SANDBOX_SMTP_PORT: String(smtp),
    TIJDIG_ADMIN_PORT: String(admin),
    TIJDIG_BASE_URL: `http://127.0.0.1:${api}`,
    TIJDIG_LOGIN_URL: `http://127.0.0.1:${login}`,
    TIJDIG_RATE_LIMIT_PER_MINUTE: '0',
    TIJDIG_INTAKE_LIMIT_PER_MINUTE: '0',
    TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: '0',
    TIJDIG_SIGN_IN_LIMIT_PER_HOUR: '0',
    // Many products share one server, whose default is 100 connections.
    TIJDIG_DATABASE_CONNECTIONS: '4',
    DATABASE_URL: database.url,
    ...options.env,
  })
  const logLines: string[] = []
  const log = createLog('debug', { write: (line) => void logLines.push(line) })
  const services = createServices(settings, testSecret, operations)
  await claimInstallation(database.url, await installationOf(settings))
  const product = await startProduct({
    settings,
    databaseUrl: database.url,
    secret: testSecret,
    roles: options.roles ?? ['api', 'login', 'worker', 'sandbox'],
    log,
  })
  const operator = openOperator(database.url, log)
  const loginPool = openPool({
    databaseUrl: settings.loginDatabaseUrl ?? database.url,
    role: 'tijdig_login',
    size: 2,
    onIdleError: (error) => log.warn({ err: error }, 'login connection lost'),
  })
  return {
    settings,
    services,
    databaseUrl: database.url,
    baseUrl: settings.baseUrl,
    loginUrl: settings.loginUrl,
    sandboxUrl: `http://127.0.0.1:${sandbox}`,
    login: loginPool,
    clock: createTestClock(operator),
    operator,
    logLines,
    createHolder: (holder = {}) => createTestHolder(operator, services, settings.baseUrl, holder),
    createRecipient: (recipient = {}) =>
      createTestRecipient({ operator, login: loginPool }, services, settings.baseUrl, recipient),
    maintain() {
      const { erasureJournal } = settings
      const metrics = createMetrics()
      return createMaintenance({
        pool: operator,
        login: loginPool,
        databaseUrl: database.url,
        erasureJournal,
        services,
        metrics,
        log,
      })()
    },
    async stop() {
      await hangUp()
      await product.stop()
      await Promise.all([operator.end(), loginPool.end()])
      await database.drop()
    },
  }
}

/**
 * A product, with all roles by default, for tests that look only at what is theirs: files that run in one process share
 * it, one after another, and an earlier one may have advanced the clock.
 */
export function shareTestProduct(...roles: Role[]): Promise<TestProduct> {
  return shared(roles.join(), () => startTestProduct(roles.length > 0 ? { roles } : {}))
}

function openOperator(databaseUrl: string, log: Log): pg.Pool {
  return openPool({
    databaseUrl,
    role: 'tijdig_operator',
    size: 4,
    onIdleError: (error) => log.warn({ err: error }, 'operator connection lost'),
  })
}

let holderNumber = 0

export async function createTestHolder(
  operator: pg.Pool,
  services: Services,
  baseUrl: string,
  options: {
    displayName?: string
    defaultLocale?: string
    defaultTimezone?: string
    status?: string
    isTest?: boolean
  },
): Promise<TestHolder> {
  holderNumber += 1
  const staffEmail = `staff-${holderNumber}-${Date.now()}@holder.example`
  const { id, actorId, apiKey } = await inTransaction(operator, { holder: null }, async (tx) => {
    const created = await createHolder(
      tx,
      {
        displayName: options.displayName ?? `Praktijk ${holderNumber}`,
        ...(options.defaultLocale ? { defaultLocale: options.defaultLocale } : {}),
        ...(options.defaultTimezone ? { defaultTimezone: options.defaultTimezone } : {}),
        isTest: options.isTest ?? false,
      },
      (t, holder) => createDefaultPolicy(t, holder, '+3197010250000'),
    )
    await tx.rows({ name: '', text: 'update platform_holder set status = $2 where platform_holder_id = $1' }, [
      created,
      options.status ?? 'active',
    ])
    const staff = await inviteStaff(tx, created, staffEmail)
    const scopes = services.scopes.platform_holder_user
    return {
      id: created,
      actorId: staff.id,
      apiKey: await createApiKeyRow(tx, {
        platformHolderId: created,
        actorId: staff.id,
        name: 'Test',
        scopes,
        days: 300,
      }),
    }
  })
  return {
    id,
    staffEmail,
    actorId,
    apiKey,
    call: (method, path, body, headers = {}) =>
      callApi(`${baseUrl}/api/v1/platform-holders/${id}${path}`, method, body, {
        authorization: `Bearer ${apiKey}`,
        ...headers,
      }),
  }
}

async function createTestRecipient(
  { operator, login }: { operator: pg.Pool; login: pg.Pool },
  services: Services,
  baseUrl: string,
  { displayName = 'Bram Visser', links = [], phoneNumberE164 }: NewTestRecipient,
): Promise<TestRecipient> {
  const id = newId()
  const apiKey = await inTransaction(operator, { holder: null }, async (tx) => {
    await tx.rows({ name: '', text: 'insert into recipient (id, display_name) values ($1, $2)' }, [id, displayName])
    for (const { platformHolderId, holderRecipientId } of links) {
      await tx.rows(
        {
          name: '',
          text: 'select apply_recipient_link($1, $2, $3)',
        },
        [platformHolderId, holderRecipientId, id],
      )
    }
    // Without a number, a profile that nobody signs in with: keys need a link.
    const profileId = phoneNumberE164
      ? await createProfile(login, services.keys, phoneNumberE164, Temporal.Now.instant())
      : newId()
    await tx.rows({ name: '', text: 'insert into recipient_profile_link (profile_id, recipient_id) values ($1, $2)' }, [
      profileId,
      id,
    ])
    return createApiKeyRow(tx, {
      platformHolderId: null,
      actorId: id,
      name: 'Test',
      scopes: services.scopes.recipient,
      days: 300,
    })
  })
  return {
    id,
    apiKey,
    call: (method, path, body, headers = {}) =>
      callApi(`${baseUrl}/api/v1/recipient${path}`, method, body, { authorization: `Bearer ${apiKey}`, ...headers }),
  }
}

/** Sends one request, and parses the answer's body if there is one. */
export async function callApi(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Signs a member of staff in as a browser does. @returns the Cookie header */
export async function signIn(product: TestProduct, email: string): Promise<string> {
  const origin = { origin: product.baseUrl }
  const before = (await mailsTo(product, email)).length
  await callApi(`${product.baseUrl}/auth/staff/code`, 'POST', { email }, origin)
  const code = await mailedCode(product, email, before + 1)
  const response = await fetch(`${product.baseUrl}/auth/staff/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...origin },
    body: JSON.stringify({ email, code }),
  })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The newest sign-in code mailed to an address, once it got `count` mails. */
export function mailedCode(product: TestProduct, email: string, count = 1): Promise<string> {
  return eventually(async () => {
    const mails = await mailsTo(product, email)
    return mails.length >= count && /\b(\d{6})\b/.exec(mails[0]?.text ?? '')?.[1]
  })
}

export async function mailsTo(
  product: TestProduct,
  email: string,
): Promise<{ readonly subject: string; readonly text: string }[]> {
  return (await callApi(`${product.sandboxUrl}/inbox/email?to=${encodeURIComponent(email)}`, 'GET')).body.items
}

/** The newest sign-in code sent to a number, once it got `count` of them. */
export function textedCode(product: TestProduct, phoneNumberE164: string, count = 1): Promise<string> {
  return eventually(async () => {
    const url = `${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(phoneNumberE164)}`
    const { body } = await callApi(url, 'GET')
    const codes = body.items.flatMap(({ text }: { text: string }) => /^@\S+ #(\d{6}|\d{12})$/m.exec(text)?.[1] ?? [])
    return codes.length >= count && codes[0]
  })
}

async function countCodes(product: TestProduct, phoneNumberE164: string): Promise<number> {
  const url = `${product.sandboxUrl}/inbox/sms?to=${encodeURIComponent(phoneNumberE164)}`
  const { body } = await callApi(url, 'GET')
  return body.items.filter(({ text }: { text: string }) => /^@\S+ #\d{6}$/m.test(text)).length
}

/**
 * Signs a recipient in as the app does, by SMS. The number must belong to a profile or an appointment.
 *
 * @returns the access token
 */
export async function signInRecipient(product: TestProduct, phoneNumberE164: string): Promise<string> {
  const before = await countCodes(product, phoneNumberE164)
  const auth = `${product.loginUrl}/api/v1/recipient/auth`
  const challenge = await callApi(`${auth}/challenges`, 'POST', { phoneNumberE164 })
  if (challenge.status !== 201) throw new Error(`No challenge: ${JSON.stringify(challenge.body)}`)
  const code = await textedCode(product, phoneNumberE164, before + 1)
  const session = await callApi(`${auth}/sessions`, 'POST', { challengeId: challenge.body.challengeId, code })
  if (session.status !== 201) throw new Error(`No session: ${JSON.stringify(session.body)}`)
  return session.body.accessToken
}

/** Signs a recipient in as a browser does. @returns the Cookie header */
export async function signInRecipientBrowser(product: TestProduct, phoneNumberE164: string): Promise<string> {
  const before = await countCodes(product, phoneNumberE164)
  const origin = { origin: product.baseUrl }
  const asked = await callApi(`${product.baseUrl}/auth/recipient/code`, 'POST', { phoneNumberE164 }, origin)
  if (asked.status !== 202) throw new Error(`No challenge: ${JSON.stringify(asked.body)}`)
  const code = await textedCode(product, phoneNumberE164, before + 1)
  const { challengeId } = asked.body.data
  const opened = await callApi(`${product.baseUrl}/auth/recipient/session`, 'POST', { challengeId, code }, origin)
  return opened.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/**
 * Polls `probe` until it returns something; for two minutes by default, which only a failure ever takes. The longer it
 * has waited the longer it pauses, so that polling does not take the processor from what it waits for.
 */
export async function eventually<T>(
  probe: () => Promise<T | undefined | null | false>,
  timeoutMs = 120_000,
): Promise<T> {
  const since = performance.now()
  for (;;) {
    const found = await probe()
    if (found) return found
    const waitedMs = performance.now() - since
    if (waitedMs > timeoutMs) throw new Error(`Waited ${timeoutMs} ms in vain`)
    await sleep(Math.min(100, 10 + waitedMs / 20))
  }
}
