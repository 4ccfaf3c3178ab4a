import { createHttp } from '#/app/server/http.ts'
import { createLoginServer } from '#/app/server/login-server.ts'
import { Client, openPool, type DatabaseRole } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { bindDatastore } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { serveParent } from '../measuring/child.ts'
import type { ServerSetup } from './product-server.ts'
import { nullEmail, nullSms } from './null-providers.ts'
import { productServices, productSettings } from './product-settings.ts'

/** The request whose statements are recorded. */
export type CaptureQuestion = { readonly request: string }

/** A statement the product sent; without a name when it is not prepared. */
export type Captured = { readonly name: string; readonly text: string }

// Records the statements of one request to the product, so that the baselines always send the same SQL.

serveParent<ServerSetup, CaptureQuestion>({
  async start({ databaseUrl, role = 'api' }) {
    const settings = productSettings(databaseUrl, { api: 0, admin: 0 })
    const log = createLog('error', { write: (line) => void process.stderr.write(line) })
    const poolOf = (databaseRole: DatabaseRole) =>
      openPool({
        databaseUrl,
        role: databaseRole,
        size: 1,
        onIdleError: (error) => log.error({ err: error }, 'database connection lost'),
      })
    const pool = poolOf('tijdig_api')
    const login = poolOf('tijdig_login')
    const datastore = { pool: login, main: login, environment: settings.environment }
    await bindDatastore(datastore)
    const services = productServices(settings)
    const common = {
      datastore,
      services,
      log,
      signIn: settings.signIn,
      trustedProxies: [],
      onUnlistedProxy: () => undefined,
      onAnswer: () => undefined,
      onRefusal: () => undefined,
      life: { isLeaving: false },
    }
    const app =
      role === 'login'
        ? await createLoginServer({ ...common, anonymousPerMinute: 0, baseUrl: settings.loginUrl })
        : await createHttp({
            serveDemo: null,
            ...common,
            pool,
            standby: null,
            limits: { default: 0, intake: 0, anonymous: 0 },
            sms: nullSms,
            email: nullEmail,
            bounceTokens: [],
            loginUrl: settings.loginUrl,
            keyCalls: { add: () => undefined },
            keptWeb: null,
          })
    const captured: Captured[] = []
    listenIn(captured)
    return {
      async answer({ request }) {
        const injection = toInjection(request)
        // That a key is used is noted once a minute, and is no part of every request.
        if (role === 'api') await app.inject({ method: 'GET', url: '/api/v1/me', headers: injection.headers })
        captured.length = 0
        const answer = await app.inject(injection)
        if (answer.statusCode >= 300) throw new Error(answer.body)
        return [...captured]
      },
      async stop() {
        await app.close()
        await Promise.all([pool.end(), login.end()])
      },
    }
  },
})

function listenIn(captured: Captured[]): void {
  const send = Client.prototype.query as (...args: unknown[]) => unknown
  Client.prototype.query = function query(this: Client, ...args: unknown[]) {
    const [config] = args as [string | Captured]
    captured.push(typeof config === 'string' ? { name: '', text: config } : { name: config.name, text: config.text })
    return send.apply(this, args)
  } as typeof Client.prototype.query
}

/** The load generator's bytes as an injected request. */
function toInjection(request: string) {
  const [head = '', payload = ''] = request.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const [method, url = ''] = start.split(' ')
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
  return {
    method: method === 'POST' ? ('POST' as const) : ('GET' as const),
    url,
    headers,
    ...(payload ? { payload } : {}),
  }
}
