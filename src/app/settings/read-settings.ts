import { join } from 'node:path'
import { isVariable, listVariables, settings, type Settings } from './settings.ts'
import { smsVendorNames, smsVendors } from './sms-vendors.ts'
import { Fault, type Values, type Variable } from './variable.ts'

type Given = Values<typeof settings>

/** A wrong set-up: one sentence per fault, which names the variable and never shows its value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the set-up from environment variables.
 *
 * @throws ConfigurationError with every fault
 */
export function readSettings(env: Environment): Settings {
  const isProduction = env[settings.environment.name]?.trim() === 'production'
  const faults: string[] = []
  const read = (one: Variable): unknown => {
    const given = env[one.name]?.trim() || (isProduction && one.isNeededInProduction ? null : one.byDefault)
    if (given === null || (given === '' && isProduction && one.isNeededInProduction)) {
      if (isProduction && one.isNeededInProduction)
        faults.push(`${one.name} is needed in production: ${lowerFirst(one.meaning)}`)
      return null
    }
    const value = one.parse(given, isProduction)
    if (value instanceof Fault) faults.push(`${one.name} ${value.says}.`)
    return value
  }
  // Safe: the same tree with each variable replaced by its value; with faults it is thrown away below.
  const values = valuesOf(settings, read) as Given
  if (values.databaseUrl !== null && !env[settings.environment.name]?.trim())
    faults.push(
      `${settings.environment.name} is needed when ${settings.databaseUrl.name} is given: development, test, beta or production, as the database was set up.`,
    )
  faults.push(...unknownNames(env), ...(isProduction ? missing(env, values) : unknownOrigins(values)))
  if (isProduction && values.loginUrl !== null && values.loginUrl === values.baseUrl)
    faults.push(`${settings.loginUrl.name} must be another origin than ${settings.baseUrl.name}.`)
  if (faults.length > 0) throw new ConfigurationError(faults)
  const { ports, dataDirectory } = values
  return {
    ...values,
    stopGraceSeconds: values.stopGraceSeconds ?? (isDeployed(values) ? graceSeconds : 0),
    erasureJournal: values.erasureJournal ?? join(dataDirectory, 'erasures.jsonl'),
    baseUrl: values.baseUrl ?? `http://localhost:${ports.api}`,
    loginUrl: values.loginUrl ?? `http://localhost:${ports.login}`,
  }
}

/**
 * As long as nginx leaves out a server that refused a connection (`fail_timeout`): so the one that was replaced first
 * gets requests again before the next one refuses them. Health checks of others take less.
 */
const graceSeconds = 10

/** Where others than their developers use it, behind a proxy. */
function isDeployed({ environment }: Given): boolean {
  return environment === 'production' || environment === 'beta'
}

function valuesOf(part: object, read: (one: Variable) => unknown): unknown {
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, isVariable(one) ? read(one) : valuesOf(one, read)]),
  )
}

function unknownNames(env: Environment): string[] {
  const known = new Set(listVariables().map((one) => one.name))
  return Object.keys(env)
    .filter((name) => name.startsWith('TIJDIG_') && !known.has(name) && !name.startsWith('TIJDIG_TEST_'))
    .map((name) => `${name} is not a variable of this version: see .env.example.`)
}

/** Messages and twins name an origin before the system has chosen a port. */
function unknownOrigins({ ports, baseUrl, loginUrl }: Given): string[] {
  return [
    { port: ports.api, portName: settings.ports.api.name, origin: baseUrl, name: settings.baseUrl.name },
    { port: ports.login, portName: settings.ports.login.name, origin: loginUrl, name: settings.loginUrl.name },
  ].flatMap(({ port, portName, origin, name }) =>
    port === 0 && origin === null
      ? [`${name} is needed when ${portName} is 0, because the system then chooses one.`]
      : [],
  )
}

/** Variables that production needs because of others that are set. */
function missing(env: Environment, { sms }: Given): string[] {
  const isGiven = (name: string) => Boolean(env[name]?.trim())
  // An unknown provider has been reported already.
  const vendor = smsVendorNames.includes(sms.provider) ? smsVendors[sms.provider] : null
  return [
    ...(vendor?.credentials ?? []).map((one) => ({ name: one.name, when: `when the SMS provider is ${sms.provider}` })),
    ...listVariables().flatMap(({ name, needs }) =>
      needs && isGiven(name) ? [{ name: needs, when: `when ${name} is given` }] : [],
    ),
  ].flatMap(({ name, when }) => (isGiven(name) ? [] : [`${name} is needed in production ${when}.`]))
}

function lowerFirst(words: string): string {
  // PostgreSQL and SMTP stay as they are.
  return /^\p{Lu}\p{Ll}*(?!\p{L})/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
