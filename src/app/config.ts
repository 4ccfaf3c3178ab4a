import { join } from 'node:path'
import { parseKeys, type NamedKey } from '#/kernel/secrets/key-ring.ts'
import { type paymentProviders, smsProviders, type Variable, variables } from './variables.ts'

// How the product is set up, read from the variables of variables.ts.

export type Environment = 'development' | 'test' | 'beta' | 'production'

export type Settings = {
  readonly environment: Environment
  readonly databaseUrl: string | null
  readonly dataDirectory: string
  /** Path of the file the worker notes erased people in. */
  readonly erasureJournal: string
  readonly secret: string | null
  /** Who runs operator commands; null when nobody said. */
  readonly operator: string | null
  readonly host: string
  readonly adminHost: string
  readonly ports: {
    readonly api: number
    readonly login: number
    readonly sandbox: number
    readonly sandboxSmtp: number
    readonly admin: number
  }
  readonly baseUrl: string
  readonly loginUrl: string
  readonly loginDatabaseUrl: string | null
  readonly signIn: {
    readonly countries: readonly string[]
    readonly perAddressPerHour: number
    readonly messagesPerCountryPerHour: number
    readonly messagesPerHour: number
  }
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  readonly databaseConnections: number
  readonly limits: { readonly default: number; readonly intake: number; readonly anonymous: number }
  readonly volumeBreakerFloor: number
  readonly allowedDestinations: readonly string[]
  readonly sms: {
    readonly provider: (typeof smsProviders)[number]
    readonly sender: string
    /** 0 = no limit. */
    readonly perSecond: number
    readonly twilio: {
      readonly url: string | null
      readonly accountSid: string | null
      readonly authTokens: readonly string[]
    }
    readonly cm: {
      readonly url: string | null
      readonly productToken: string | null
      readonly webhookTokens: readonly string[]
    }
  }
  readonly companies: {
    readonly url: string | null
    readonly consumerKey: string | null
    readonly consumerSecret: string | null
  }
  readonly payments: {
    readonly provider: (typeof paymentProviders)[number]
    readonly mollie: { readonly url: string | null; readonly apiKey: string | null }
    readonly stripe: {
      readonly url: string | null
      readonly apiKey: string | null
      readonly webhookSecrets: readonly string[]
    }
  }
  readonly voice: {
    readonly url: string | null
    readonly apiKey: string | null
    readonly agentId: string | null
    readonly agentVersion: string | null
  }
  readonly email: {
    readonly smtpUrl: string | null
    readonly from: string
    readonly connections: number
    /** 0 = no limit. */
    readonly perSecond: number
    readonly bounceDomain: string
    readonly bounceTokens: readonly string[]
  }
  /** Keys for secrets at rest; null where one is to be derived. */
  readonly tokenKeys: readonly [NamedKey, ...NamedKey[]] | null
  readonly google: OAuthClientSettings
  readonly microsoft: OAuthClientSettings & { readonly tenant: string }
}

/** This installation as a client of one provider of calendars. */
type OAuthClientSettings = {
  readonly url: string | null
  readonly clientId: string | null
  readonly clientSecret: string | null
}

/** A set-up that cannot be right: one sentence per fault, each naming its variable and never showing its value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Reads the set-up from environment variables.
 *
 * @throws ConfigurationError with every fault
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const faults: string[] = []
  const isProduction = env.TIJDIG_ENVIRONMENT === 'production'
  const values = {} as Record<keyof typeof variables, string | null>
  for (const [name, variable] of Object.entries(variables) as [keyof typeof variables, Variable][]) {
    const given = env[name]?.trim()
    const value = given ? given : isProduction && variable.isNeededInProduction ? null : variable.byDefault
    values[name] = value
    if (value === null || value === '') {
      if (isProduction && variable.isNeededInProduction)
        faults.push(`${name} is needed in production: ${lowerFirst(variable.meaning)}`)
      continue
    }
    const fault = variable.check?.(value)
    if (fault) faults.push(`${name} ${fault}.`)
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('TIJDIG_') && !(name in variables) && !name.startsWith('TIJDIG_TEST_'))
      faults.push(`${name} is not a variable of this version: see .env.example.`)
  }
  faults.push(...(isProduction ? productionFaults(values) : liveKeyFaults(values)))
  if (faults.length > 0) throw new ConfigurationError(faults)
  return toSettings(values)
}

const neededBySms = {
  twilio: ['TIJDIG_TWILIO_ACCOUNT_SID', 'TIJDIG_TWILIO_AUTH_TOKENS'],
  cm: ['TIJDIG_CM_PRODUCT_TOKEN', 'TIJDIG_CM_WEBHOOK_TOKENS'],
} as const satisfies Record<Settings['sms']['provider'], readonly (keyof typeof variables)[]>

function productionFaults(values: Record<keyof typeof variables, string | null>): string[] {
  const faults: string[] = []
  const need = (name: keyof typeof variables, when: string) => {
    if (!values[name]) faults.push(`${name} is needed in production ${when}.`)
  }
  for (const provider of smsProviders.filter((name) => name === values.TIJDIG_SMS_PROVIDER))
    for (const name of neededBySms[provider]) need(name, `when the SMS provider is ${provider}`)
  for (const name of [
    'TIJDIG_BASE_URL',
    'TIJDIG_LOGIN_URL',
    'TIJDIG_TWILIO_URL',
    'TIJDIG_CM_URL',
    'TIJDIG_MOLLIE_URL',
    'TIJDIG_STRIPE_URL',
    'TIJDIG_DNB_URL',
    'TIJDIG_GOOGLE_URL',
    'TIJDIG_MICROSOFT_URL',
    'TIJDIG_ELEVENLABS_URL',
  ] as const) {
    if (values[name]?.startsWith('http:')) faults.push(`${name} must begin with https:// in production.`)
  }
  for (const [id, secretName] of [
    ['TIJDIG_DNB_CONSUMER_KEY', 'TIJDIG_DNB_CONSUMER_SECRET'],
    ['TIJDIG_GOOGLE_CLIENT_ID', 'TIJDIG_GOOGLE_CLIENT_SECRET'],
    ['TIJDIG_MICROSOFT_CLIENT_ID', 'TIJDIG_MICROSOFT_CLIENT_SECRET'],
  ] as const) {
    if (values[id]) need(secretName, `when ${id} is given`)
  }
  for (const name of [
    'TIJDIG_RATE_LIMIT_PER_MINUTE',
    'TIJDIG_INTAKE_LIMIT_PER_MINUTE',
    'TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE',
    'TIJDIG_SIGN_IN_LIMIT_PER_HOUR',
  ] as const) {
    if (values[name] === '0') faults.push(`${name} cannot be 0 in production.`)
  }
  return faults
}

/** Real money moves in production alone. */
function liveKeyFaults(values: Record<keyof typeof variables, string | null>): string[] {
  return (['TIJDIG_MOLLIE_API_KEY', 'TIJDIG_STRIPE_API_KEY'] as const).flatMap((name) =>
    /^(live|sk_live|rk_live)_/.test(values[name] ?? '')
      ? [`${name} is a live key, which only production may use.`]
      : [],
  )
}

function toSettings(values: Record<keyof typeof variables, string | null>): Settings {
  const text = (name: keyof typeof variables) => values[name] ?? ''
  const number = (name: keyof typeof variables) => Number(values[name])
  const list = (name: keyof typeof variables) =>
    text(name)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return {
    // Safe: checked above against the same closed lists.
    environment: text('TIJDIG_ENVIRONMENT') as Environment,
    databaseUrl: values.DATABASE_URL,
    dataDirectory: text('TIJDIG_DATA_DIR'),
    erasureJournal: values.TIJDIG_ERASURE_JOURNAL ?? join(text('TIJDIG_DATA_DIR'), 'erasures.jsonl'),
    secret: values.TIJDIG_SECRET,
    operator: values.TIJDIG_OPERATOR,
    host: text('TIJDIG_HOST'),
    adminHost: text('TIJDIG_ADMIN_HOST'),
    ports: {
      api: number('TIJDIG_PORT'),
      login: number('TIJDIG_LOGIN_PORT'),
      sandbox: number('TIJDIG_SANDBOX_PORT'),
      sandboxSmtp: number('TIJDIG_SANDBOX_SMTP_PORT'),
      admin: number('TIJDIG_ADMIN_PORT'),
    },
    baseUrl: (values.TIJDIG_BASE_URL ?? `http://localhost:${text('TIJDIG_PORT')}`).replace(/\/+$/, ''),
    loginUrl: (values.TIJDIG_LOGIN_URL ?? `http://localhost:${text('TIJDIG_LOGIN_PORT')}`).replace(/\/+$/, ''),
    loginDatabaseUrl: values.TIJDIG_LOGIN_DATABASE_URL,
    signIn: {
      countries: list('TIJDIG_SIGN_IN_COUNTRIES'),
      perAddressPerHour: number('TIJDIG_SIGN_IN_LIMIT_PER_HOUR'),
      messagesPerCountryPerHour: number('TIJDIG_SIGN_IN_SMS_PER_COUNTRY_PER_HOUR'),
      messagesPerHour: number('TIJDIG_SIGN_IN_SMS_PER_HOUR'),
    },
    trustedProxies: list('TIJDIG_TRUSTED_PROXIES'),
    logLevel: text('TIJDIG_LOG_LEVEL'),
    databaseConnections: number('TIJDIG_DATABASE_CONNECTIONS'),
    limits: {
      default: number('TIJDIG_RATE_LIMIT_PER_MINUTE'),
      intake: number('TIJDIG_INTAKE_LIMIT_PER_MINUTE'),
      anonymous: number('TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE'),
    },
    volumeBreakerFloor: number('TIJDIG_VOLUME_BREAKER_FLOOR'),
    allowedDestinations: list('TIJDIG_ALLOWED_DESTINATIONS'),
    sms: {
      provider: text('TIJDIG_SMS_PROVIDER') as Settings['sms']['provider'],
      sender: text('TIJDIG_SMS_SENDER'),
      perSecond: number('TIJDIG_SMS_PER_SECOND'),
      twilio: {
        url: values.TIJDIG_TWILIO_URL,
        accountSid: values.TIJDIG_TWILIO_ACCOUNT_SID,
        authTokens: list('TIJDIG_TWILIO_AUTH_TOKENS'),
      },
      cm: {
        url: values.TIJDIG_CM_URL,
        productToken: values.TIJDIG_CM_PRODUCT_TOKEN,
        webhookTokens: list('TIJDIG_CM_WEBHOOK_TOKENS'),
      },
    },
    companies: {
      url: values.TIJDIG_DNB_URL,
      consumerKey: values.TIJDIG_DNB_CONSUMER_KEY,
      consumerSecret: values.TIJDIG_DNB_CONSUMER_SECRET,
    },
    payments: {
      provider: text('TIJDIG_PAYMENT_PROVIDER') as Settings['payments']['provider'],
      mollie: { url: values.TIJDIG_MOLLIE_URL, apiKey: values.TIJDIG_MOLLIE_API_KEY },
      stripe: {
        url: values.TIJDIG_STRIPE_URL,
        apiKey: values.TIJDIG_STRIPE_API_KEY,
        webhookSecrets: list('TIJDIG_STRIPE_WEBHOOK_SECRETS'),
      },
    },
    voice: {
      url: values.TIJDIG_ELEVENLABS_URL,
      apiKey: values.TIJDIG_ELEVENLABS_API_KEY,
      agentId: values.TIJDIG_ELEVENLABS_AGENT_ID,
      agentVersion: values.TIJDIG_ELEVENLABS_AGENT_VERSION,
    },
    email: {
      smtpUrl: values.TIJDIG_SMTP_URL,
      from: text('TIJDIG_MAIL_FROM'),
      connections: number('TIJDIG_MAIL_CONNECTIONS'),
      perSecond: number('TIJDIG_MAIL_PER_SECOND'),
      bounceDomain: text('TIJDIG_BOUNCE_DOMAIN'),
      bounceTokens: list('TIJDIG_BOUNCE_TOKENS'),
    },
    tokenKeys: tokenKeysOf(values.TIJDIG_TOKEN_KEYS),
    google: {
      url: values.TIJDIG_GOOGLE_URL,
      clientId: values.TIJDIG_GOOGLE_CLIENT_ID,
      clientSecret: values.TIJDIG_GOOGLE_CLIENT_SECRET,
    },
    microsoft: {
      url: values.TIJDIG_MICROSOFT_URL,
      clientId: values.TIJDIG_MICROSOFT_CLIENT_ID,
      clientSecret: values.TIJDIG_MICROSOFT_CLIENT_SECRET,
      tenant: text('TIJDIG_MICROSOFT_TENANT'),
    },
  }
}

function tokenKeysOf(value: string | null): readonly [NamedKey, ...NamedKey[]] | null {
  const keys = value === null ? null : parseKeys(value)
  return typeof keys === 'string' ? null : keys
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
