import { isDatabaseUnavailable } from '#/kernel/db.ts'
import { ConfigurationError, type Settings } from './config.ts'

/** Names the variable behind a failure that only shows when starting; any other failure is given back as it is. */
export function namedFault(error: unknown, settings: Settings): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  const variable = syscall === 'listen' ? portVariable(settings, port) : undefined
  if (variable !== undefined)
    return new ConfigurationError([`${variable} names a port that cannot be used (${code}): choose another port.`])
  if (settings.databaseUrl === null) return error
  if (isDatabaseUnavailable(error))
    return new ConfigurationError([`DATABASE_URL names a server that does not answer${code ? ` (${code})` : ''}.`])
  const refusal = refusals.get(code ?? '')
  return refusal === undefined ? error : new ConfigurationError([`DATABASE_URL ${refusal}.`])
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
