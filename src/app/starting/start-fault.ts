import { isDatabaseUnavailable, isDiskFull } from '#/kernel/postgres/db.ts'
import { ConfigurationError } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'

/** Names the variable behind a failure that only shows at start; returns any other failure as it is. */
export function namedFault(error: unknown, settings: Settings): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  const host = hostVariable(settings, error)
  if (host !== undefined)
    return new ConfigurationError([
      `${host} names an address this machine does not have (${code}): choose one of its own.`,
    ])
  const variable = syscall === 'listen' ? portVariable(settings, port) : undefined
  if (variable !== undefined)
    return new ConfigurationError([`${variable} names a port that cannot be used (${code}): choose another port.`])
  const database = databaseVariables(settings)
  if (database === null) return error
  if (isDiskFull(error))
    return new ConfigurationError([`${database} names a server whose disk is full: make room there.`])
  if (isDatabaseUnavailable(error))
    return new ConfigurationError([`${database} names a server that does not answer${code ? ` (${code})` : ''}.`])
  // As in `password authentication failed for user "tijdig_as_api"`.
  const login = /\b\w+_as_(api|worker|operator|login)\b/.exec(error.message)?.[0]
  if (login !== undefined && code?.startsWith('28'))
    return new ConfigurationError([
      `${database} names a server that does not let ${login} in: run \`tijdig migrate\`, which gives each process a login of its own, and see "Logins" in docs/running/secure.md.`,
    ])
  const refusal = refusals.get(code ?? '')
  return refusal === undefined ? error : new ConfigurationError([`${database} ${refusal}.`])
}

/** A host name that is not found, or an address this machine does not have. */
function hostVariable({ host, adminHost }: Settings, error: Error): string | undefined {
  const { code, syscall, address, hostname } = error as NodeJS.ErrnoException & { address?: string; hostname?: string }
  const isAbsent = syscall === 'listen' && (code === 'EADDRNOTAVAIL' || code === 'EINVAL')
  const wanted = isAbsent ? address : syscall === 'getaddrinfo' ? hostname : undefined
  if (wanted === undefined) return undefined
  return Object.entries({ TIJDIG_HOST: host, TIJDIG_ADMIN_HOST: adminHost }).find(([, given]) => given === wanted)?.[0]
}

/** The variables of the databases this process connects to; null when it is the embedded one. */
function databaseVariables({ databaseUrl, databaseDirectUrl, loginDatabaseUrl }: Settings): string | null {
  const given = [
    databaseUrl && 'DATABASE_URL',
    databaseDirectUrl && 'TIJDIG_DATABASE_DIRECT_URL',
    loginDatabaseUrl && 'TIJDIG_LOGIN_DATABASE_URL',
  ].filter(Boolean)
  return given.length === 0 ? null : given.join(' or ')
}

function portVariable({ ports }: Settings, port: number | undefined): string | undefined {
  const names = {
    TIJDIG_PORT: ports.api,
    TIJDIG_LOGIN_PORT: ports.login,
    TIJDIG_SANDBOX_PORT: ports.sandbox,
    TIJDIG_SANDBOX_SMTP_PORT: ports.sandboxSmtp,
    TIJDIG_ADMIN_PORT: ports.admin,
  }
  return Object.entries(names).find(([, wanted]) => wanted === port)?.[0]
}

const refusals = new Map([
  ['28P01', 'has a user or password that the server refuses'],
  ['28000', 'has a user that the server refuses'],
  ['3D000', 'names a database that does not exist'],
])
