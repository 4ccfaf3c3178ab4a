import { isIP } from 'node:net'
import { isEmail } from '#/kernel/text/email-address.ts'
import { parseKeys } from '#/kernel/secrets/key-ring.ts'
import { isPhoneE164 } from '#/kernel/text/phone-number.ts'

// The set-up as a table: every variable once, with its meaning, its default and its check. What is read from it: config.ts.

/** One environment variable. */
export type Variable = {
  readonly meaning: string
  /** Null: none, or one the meaning tells. What is needed in production has none there. */
  readonly byDefault: string | null
  readonly check?: (value: string) => string | null
  readonly isSecret?: true
  readonly isNeededInProduction?: true
}

export const smsProviders = ['twilio', 'cm'] as const
export const paymentProviders = ['mollie', 'stripe'] as const

const port = (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) < 65_536 ? null : 'must be a port number, 0 to 65535'
const count = (value: string) => (/^\d{1,9}$/.test(value) ? null : 'must be a whole number')
const url = (value: string) =>
  URL.canParse(value) && /^https?:/.test(value) ? null : 'must be a URL that begins with http:// or https://'
const postgresUrl = (value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value)) return 'must begin with postgres://'
  // A server on a socket of this machine is named without a host.
  return URL.canParse(value.replace(/\/\/([^/]*@)?(?=\/)/, '//$1localhost'))
    ? null
    : 'must be a URL such as postgres://user:password@host/database'
}
const host = (value: string) =>
  isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(value)
    ? null
    : 'must be an address or a host name'
const domain = (value: string) =>
  /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(value)
    ? null
    : 'must be a domain such as mail.example.com'
const networks = (value: string) =>
  value.split(',').every((item) => isNetwork(item.trim()))
    ? null
    : 'must be addresses or networks such as 10.0.0.0/8, separated by commas'
const vendorId = (value: string) =>
  /^[A-Za-z0-9_-]{1,200}$/.test(value) ? null : 'must be an id of letters, digits, - and _'
const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value) ? null : `must be one of ${values.join(', ')}`

/** All environment variables, in the order of .env.example. */
export const variables = {
  DATABASE_URL: {
    meaning: 'PostgreSQL 15 or newer. Without it an embedded server is started.',
    byDefault: null,
    isSecret: true,
    check: postgresUrl,
    isNeededInProduction: true,
  },
  TIJDIG_LOGIN_DATABASE_URL: {
    meaning: "Database of the recipients' sign-in. Default: a schema of its own in the main database.",
    byDefault: null,
    isSecret: true,
    check: postgresUrl,
  },
  TIJDIG_DATA_DIR: { meaning: 'Where the embedded server and the generated secret live.', byDefault: '.tijdig' },
  TIJDIG_ERASURE_JOURNAL: {
    meaning:
      'File the worker notes erased people in, as ids and keyed hashes; kept apart from the database and its backups. Default: erasures.jsonl in the data directory.',
    byDefault: null,
  },
  TIJDIG_ENVIRONMENT: {
    meaning: 'development, test, beta or production. Twins, demo data and the test clock exist in all but production.',
    byDefault: 'development',
    check: oneOf('development', 'test', 'beta', 'production'),
  },
  TIJDIG_SECRET: {
    meaning: 'At least 32 random characters; every key is derived from it. Generated outside production.',
    byDefault: null,
    isSecret: true,
    check: (v) => (v.length >= 32 ? null : 'must have at least 32 characters'),
    isNeededInProduction: true,
  },
  TIJDIG_TOKEN_KEYS: {
    meaning:
      'Keys that encrypt the tokens of connected calendars, as id:base64 of 32 bytes, separated by commas: the first encrypts, all decrypt. Outside production one is derived from the secret.',
    byDefault: null,
    isSecret: true,
    check: (v) => {
      const keys = parseKeys(v)
      return typeof keys === 'string' ? keys : null
    },
    isNeededInProduction: true,
  },
  TIJDIG_OPERATOR: {
    meaning:
      'Name of whoever runs operator commands, for the audit trail; the server does not read it. Production commands need it. Default: the user of the machine.',
    byDefault: null,
    check: (v) =>
      /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(v)
        ? null
        : 'must be a name such as j.smit, of at most 64 characters',
  },
  TIJDIG_HOST: { meaning: 'Address the API and the login server listen on.', byDefault: '127.0.0.1', check: host },
  TIJDIG_ADMIN_HOST: {
    meaning: 'Address the metrics listen on; one that the outside cannot reach.',
    byDefault: '127.0.0.1',
    check: host,
  },
  TIJDIG_PORT: { meaning: 'API and pages.', byDefault: '4000', check: port },
  TIJDIG_LOGIN_PORT: { meaning: "The recipients' login server.", byDefault: '4001', check: port },
  TIJDIG_SANDBOX_PORT: { meaning: 'Sandbox twins.', byDefault: '4002', check: port },
  TIJDIG_SANDBOX_SMTP_PORT: { meaning: 'Mail server of the sandbox twins.', byDefault: '4004', check: port },
  TIJDIG_ADMIN_PORT: { meaning: 'Metrics; not for the outside.', byDefault: '4003', check: port },
  TIJDIG_BASE_URL: {
    meaning: 'Public origin of the API and the links in messages. Default: the port on localhost.',
    byDefault: null,
    check: url,
    isNeededInProduction: true,
  },
  TIJDIG_LOGIN_URL: {
    meaning: 'Public origin of the login server. Default: the port on localhost.',
    byDefault: null,
    check: url,
    isNeededInProduction: true,
  },
  TIJDIG_TRUSTED_PROXIES: {
    meaning: 'Addresses or networks of proxies whose X-Forwarded-For counts, separated by commas.',
    byDefault: '',
    check: networks,
  },
  TIJDIG_LOG_LEVEL: {
    meaning: 'fatal, error, warn, info or debug.',
    byDefault: 'info',
    check: oneOf('fatal', 'error', 'warn', 'info', 'debug'),
  },
  TIJDIG_DATABASE_CONNECTIONS: {
    meaning:
      'Connections a process opens at most for each of its roles; the sign-in has as many on each of its two databases, and background jobs have ten of their own.',
    byDefault: '10',
    check: (v) => (/^[1-9]\d{0,3}$/.test(v) ? null : 'must be a whole number from 1 to 9999'),
  },
  TIJDIG_RATE_LIMIT_PER_MINUTE: {
    meaning: 'Calls per key or session and minute; 0 = off outside production.',
    byDefault: '1200',
    check: count,
  },
  TIJDIG_INTAKE_LIMIT_PER_MINUTE: {
    meaning: 'Intake calls per key and minute; 0 = off outside production.',
    byDefault: '6000',
    check: count,
  },
  TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: {
    meaning: 'Calls without a valid credential per address and minute.',
    byDefault: '300',
    check: count,
  },
  TIJDIG_SIGN_IN_COUNTRIES: {
    meaning: 'Countries whose mobile numbers recipients can sign in with, as ISO 3166 codes separated by commas.',
    byDefault: 'NL,BE,DE,BQ',
    check: (v) => (/^[A-Z]{2}(\s*,\s*[A-Z]{2})*$/.test(v) ? null : 'must be country codes such as NL,BE'),
  },
  TIJDIG_SIGN_IN_LIMIT_PER_HOUR: {
    meaning: 'Sign-in codes per network (IPv4 /24, IPv6 /56) and hour; 0 = off outside production.',
    byDefault: '20',
    check: count,
  },
  TIJDIG_SIGN_IN_SMS_PER_COUNTRY_PER_HOUR: {
    meaning: 'Sign-in messages per country and hour, after which codes are withheld for that country.',
    byDefault: '500',
    check: count,
  },
  TIJDIG_SIGN_IN_SMS_PER_HOUR: {
    meaning: 'Sign-in messages per hour to all countries together, after which codes are withheld.',
    byDefault: '1000',
    check: count,
  },
  TIJDIG_VOLUME_BREAKER_FLOOR: {
    meaning: 'Hand-overs per holder and hour below which the volume breaker never acts; 0 = breaker off.',
    byDefault: '2000',
    check: count,
  },
  TIJDIG_ALLOWED_DESTINATIONS: {
    meaning: 'Outside production: numbers and addresses that real providers may be given, separated by commas.',
    byDefault: '',
  },
  TIJDIG_SMS_PROVIDER: { meaning: 'twilio or cm.', byDefault: 'twilio', check: oneOf(...smsProviders) },
  TIJDIG_SMS_SENDER: {
    meaning: 'Number new holders send from; one that can receive replies.',
    byDefault: '+3197010250000',
    check: (v) => (isPhoneE164(v) ? null : 'must be a number such as +31612345678'),
    isNeededInProduction: true,
  },
  TIJDIG_SMS_PER_SECOND: {
    meaning: 'Text messages a process hands over in a second at most; 0 = no limit.',
    byDefault: '200',
    check: count,
  },
  TIJDIG_TWILIO_URL: {
    meaning: 'Default: the twin, in production https://api.twilio.com.',
    byDefault: null,
    check: url,
  },
  TIJDIG_TWILIO_ACCOUNT_SID: { meaning: 'Needed when the provider is twilio.', byDefault: null, isSecret: true },
  TIJDIG_TWILIO_AUTH_TOKENS: {
    meaning: 'The token in force; during rotation the new and the old, separated by a comma.',
    byDefault: null,
    isSecret: true,
  },
  TIJDIG_CM_URL: {
    meaning: 'Default: the twin, in production https://gw.messaging.cm.com.',
    byDefault: null,
    check: url,
  },
  TIJDIG_CM_PRODUCT_TOKEN: { meaning: 'Needed when the provider is cm.', byDefault: null, isSecret: true },
  TIJDIG_CM_WEBHOOK_TOKENS: {
    meaning: 'Secret in the query of the webhooks CM calls; two during rotation, separated by a comma.',
    byDefault: null,
    isSecret: true,
  },
  TIJDIG_SMTP_URL: {
    meaning: 'smtp:// or smtps:// with user and password. Default: the twin.',
    byDefault: null,
    isSecret: true,
    check: (v) => (/^smtps?:\/\//.test(v) ? null : 'must begin with smtp:// or smtps://'),
    isNeededInProduction: true,
  },
  TIJDIG_MAIL_FROM: {
    meaning: 'Sender address of all mail.',
    byDefault: 'afspraken@tijdig.example',
    check: (v) => (isEmail(v) ? null : 'must be an e-mail address such as afspraken@example.com'),
    isNeededInProduction: true,
  },
  TIJDIG_BOUNCE_DOMAIN: {
    meaning: 'Domain that bounces come back to.',
    byDefault: 'bounces.tijdig.example',
    check: domain,
    isNeededInProduction: true,
  },
  TIJDIG_MAIL_CONNECTIONS: {
    meaning: 'Connections a process keeps to the mail server at most, which is how many mails it sends at once.',
    byDefault: '10',
    check: (v) => (/^[1-9]\d{0,2}$/.test(v) ? null : 'must be a whole number from 1 to 999'),
  },
  TIJDIG_MAIL_PER_SECOND: {
    meaning: 'Mails a process hands over in a second at most; 0 = no limit.',
    byDefault: '100',
    check: count,
  },
  TIJDIG_BOUNCE_TOKENS: {
    meaning: 'Secret in the query of the bounce webhook; two during rotation, separated by a comma.',
    byDefault: null,
    isSecret: true,
    isNeededInProduction: true,
  },
  TIJDIG_DNB_URL: {
    meaning: 'Company register of Dun & Bradstreet. Default: the twin, in production https://plus.dnb.com.',
    byDefault: null,
    check: url,
  },
  TIJDIG_DNB_CONSUMER_KEY: {
    meaning: 'Without it companies cannot be looked up in production.',
    byDefault: null,
    isSecret: true,
  },
  TIJDIG_DNB_CONSUMER_SECRET: { meaning: 'Belongs to the consumer key.', byDefault: null, isSecret: true },
  TIJDIG_GOOGLE_URL: {
    meaning: "One origin for all of Google's services. Default: Google's own; without a client id the twin.",
    byDefault: null,
    check: url,
  },
  TIJDIG_GOOGLE_CLIENT_ID: {
    meaning: 'Without it Google calendars cannot be connected in production, and are the twin elsewhere.',
    byDefault: null,
  },
  TIJDIG_GOOGLE_CLIENT_SECRET: { meaning: 'Belongs to the client id.', byDefault: null, isSecret: true },
  TIJDIG_MICROSOFT_URL: {
    meaning: "One origin for Microsoft's login and Graph. Default: Microsoft's own; without a client id the twin.",
    byDefault: null,
    check: url,
  },
  TIJDIG_MICROSOFT_TENANT: {
    meaning: 'Whose accounts may sign in: common, organizations or the id of one tenant.',
    byDefault: 'common',
    check: (v) => (/^[A-Za-z0-9.-]{1,64}$/.test(v) ? null : 'must be common, organizations or the id of a tenant'),
  },
  TIJDIG_MICROSOFT_CLIENT_ID: {
    meaning: 'Without it Microsoft 365 cannot be connected in production, and is the twin elsewhere.',
    byDefault: null,
  },
  TIJDIG_MICROSOFT_CLIENT_SECRET: { meaning: 'Belongs to the client id.', byDefault: null, isSecret: true },
  TIJDIG_PAYMENT_PROVIDER: {
    meaning: 'mollie or stripe, for new payment set-ups; earlier ones stay where they are.',
    byDefault: 'mollie',
    check: oneOf(...paymentProviders),
  },
  TIJDIG_MOLLIE_URL: {
    meaning: 'Default: the twin, in production https://api.mollie.com.',
    byDefault: null,
    check: url,
  },
  TIJDIG_MOLLIE_API_KEY: {
    meaning: 'Without it payment cannot be set up at Mollie in production; outside production a test key.',
    byDefault: null,
    isSecret: true,
  },
  TIJDIG_STRIPE_URL: {
    meaning: 'Default: the twin, in production https://api.stripe.com.',
    byDefault: null,
    check: url,
  },
  TIJDIG_STRIPE_API_KEY: {
    meaning: 'Without it payment cannot be set up at Stripe in production; outside production a test key.',
    byDefault: null,
    isSecret: true,
  },
  TIJDIG_STRIPE_WEBHOOK_SECRETS: {
    meaning: 'What Stripe signs its webhooks with; two during rotation, separated by a comma. Needed with the key.',
    byDefault: null,
    isSecret: true,
  },
  TIJDIG_ELEVENLABS_URL: {
    meaning:
      'Agents that speak with staff. Default: the twin, in production https://api.eu.residency.elevenlabs.io; no other host of the vendor is called.',
    byDefault: null,
    check: url,
  },
  TIJDIG_ELEVENLABS_API_KEY: {
    meaning: 'Without it there is no voice control in production, and the agent is the twin elsewhere.',
    byDefault: null,
    isSecret: true,
    // It is sent in a header, whose faults are told with what it holds.
    check: (v) => (/^[\x21-\x7e]+$/.test(v) ? null : 'must consist of letters, digits and signs of ASCII'),
  },
  TIJDIG_ELEVENLABS_AGENT_ID: { meaning: 'What `tijdig voice setup` prints.', byDefault: null, check: vendorId },
  TIJDIG_ELEVENLABS_AGENT_VERSION: {
    meaning: 'The version that `tijdig voice setup` prints; conversations are held with no other.',
    byDefault: null,
    check: vendorId,
  },
  TIJDIG_API_KEY: {
    meaning: 'API key of the commands `import` and `mcp`; the server does not read it.',
    byDefault: null,
    isSecret: true,
  },
} as const satisfies Record<string, Variable>

/** An address, a network in CIDR notation, or a name the HTTP server knows for several. */
function isNetwork(text: string): boolean {
  if (text === '' || ['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128)
}
