import { join } from 'node:path'
import { followUrl } from '#/kernel/postgres/connecting/followed-url.ts'
import { fileVariableOf, readSecretFile, withSecretFiles, type Environment } from './secret-files.ts'
import { isVariable, listVariables, settings, type Settings } from './settings.ts'
import { smsVendorNames, smsVendors } from './sms-vendors.ts'
import { Fault, type Values, type Variable } from './variable.ts'

type Parsed = Values<typeof settings>

/** A wrong set-up: one sentence per fault, which names the variable and never shows its value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads the set-up from environment variables, and secrets also from files.
 *
 * @throws ConfigurationError with every fault
 */
export function readSettings(given: Environment): Settings {
  const { env, files, faults: fileFaults } = withSecretFiles(given)
  const isProduction = env[settings.environment.name]?.trim() === 'production'
  const faults: string[] = []
  const read = (one: Variable): unknown => {
    const unread = fileFaults.get(one.name)
    if (unread) {
      faults.push(`${one.name} ${unread.says}.`)
      return null
    }
    const text = env[one.name]?.trim() || (isProduction && one.isNeededInProduction ? null : one.byDefault)
    if (text === null || (text === '' && isProduction && one.isNeededInProduction)) {
      if (isProduction && one.isNeededInProduction)
        faults.push(`${one.name} is needed in production: ${lowerFirst(one.meaning)}`)
      return null
    }
    const value = one.parse(text, isProduction)
    if (value instanceof Fault) faults.push(`${one.name} ${value.says}.`)
    return value
  }
  // Safe: the same tree with each variable replaced by its value; with faults it is thrown away below.
  const values = valuesOf(settings, read) as Parsed
  if (values.databaseUrl !== null && !env[settings.environment.name]?.trim())
    faults.push(
      `${settings.environment.name} is needed when ${settings.databaseUrl.name} is given: development, test, beta or production, as the database was set up.`,
    )
  faults.push(
    ...unknownNames(given),
    ...(isProduction
      ? missing((name) => fileFaults.has(name) || Boolean(env[name]?.trim()), values)
      : unknownOrigins(values)),
  )
  if (isProduction && values.loginUrl !== null && values.loginUrl === values.baseUrl)
    faults.push(`${settings.loginUrl.name} must be another origin than ${settings.baseUrl.name}.`)
  if (faults.length > 0) throw new ConfigurationError(faults)
  for (const one of databaseUrls) followFile(one, files.get(one.name), env, isProduction)
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
function isDeployed({ environment }: Parsed): boolean {
  return environment === 'production' || environment === 'beta'
}

function valuesOf(part: object, read: (one: Variable) => unknown): unknown {
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, isVariable(one) ? read(one) : valuesOf(one, read)]),
  )
}

const databaseUrls = [
  settings.databaseUrl,
  settings.databaseDirectUrl,
  settings.databaseStandbyUrl,
  settings.loginDatabaseUrl,
]

/** A password of the database that changes is read again. While its file is being written, or is wrong, the last one counts. */
function followFile(one: Variable, file: string | undefined, env: Environment, isProduction: boolean): void {
  const url = env[one.name]
  if (file === undefined || url === undefined) return
  let last = url
  followUrl(url, () => {
    const text = readSecretFile(file, isProduction)
    if (!(text instanceof Fault) && !(one.parse(text, isProduction) instanceof Fault)) last = text
    return last
  })
}

function unknownNames(env: Environment): string[] {
  const known = new Set(
    listVariables().flatMap(({ name, isSecret }) => (isSecret ? [name, fileVariableOf(name)] : [name])),
  )
  return Object.keys(env)
    .filter((name) => name.startsWith('TIJDIG_') && !known.has(name) && !name.startsWith('TIJDIG_TEST_'))
    .map((name) => `${name} is not a variable of this version: see .env.example.`)
}

/** Messages and twins name an origin before the system has chosen a port. */
function unknownOrigins({ ports, baseUrl, loginUrl }: Parsed): string[] {
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
function missing(isGiven: (name: string) => boolean, { sms }: Parsed): string[] {
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
