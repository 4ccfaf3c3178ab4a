import { parseKeys, type NamedKey } from '#/kernel/secrets/key-ring.ts'
import { smsVendorNames, smsVendorSettings } from './sms-vendors.ts'
import {
  Fault,
  cidrs,
  collector,
  count,
  countTo,
  domain,
  email,
  host,
  lastingPath,
  limit,
  list,
  listOf,
  matching,
  networks,
  oneOf,
  origin,
  paymentKey,
  phoneNumber,
  port,
  postgresUrl,
  secret,
  secrets,
  share,
  text,
  url,
  vendorId,
  variable,
  type Parse,
  type Values,
  type Variable,
} from './variable.ts'

const tokenKeys: Parse<readonly [NamedKey, ...NamedKey[]]> = (value) => {
  const keys = parseKeys(value)
  return typeof keys === 'string' ? new Fault(keys) : keys
}

/** How the product is set up: every environment variable once, in the order of .env.example. */
export const settings = {
  databaseUrl: variable('DATABASE_URL', 'PostgreSQL 15 or newer. Without it an embedded server is started.', {
    byDefault: null,
    isSecret: true,
    parse: postgresUrl,
    isNeededInProduction: true,
  }),
  databaseDirectUrl: variable(
    'TIJDIG_DATABASE_DIRECT_URL',
    'The PostgreSQL server itself, when DATABASE_URL names a pooler in transaction mode: what needs a session (migrations, jobs, notifications, commands) connects here.',
    { byDefault: null, isSecret: true, parse: postgresUrl },
  ),
  databaseStandbyUrl: variable(
    'TIJDIG_DATABASE_STANDBY_URL',
    'A standby that follows: reports, exports and the counts of the metrics, which may be a minute old, are read there. While it does not answer or is behind, the primary is read.',
    { byDefault: null, isSecret: true, parse: postgresUrl },
  ),
  loginDatabaseUrl: variable(
    'TIJDIG_LOGIN_DATABASE_URL',
    "Database of the recipients' sign-in. Default: a schema of its own in the main database.",
    { byDefault: null, isSecret: true, parse: postgresUrl },
  ),
  dataDirectory: variable('TIJDIG_DATA_DIR', 'Where the embedded server and the generated secret live.', {
    byDefault: '.tijdig',
    parse: text,
  }),
  erasureJournal: variable(
    'TIJDIG_ERASURE_JOURNAL',
    'File in which the worker records erased people, as ids and keyed hashes; keep it apart from the database and its backups. Default: erasures.jsonl in the data directory.',
    { byDefault: null, parse: lastingPath },
  ),
  keptWeb: variable(
    'TIJDIG_WEB_KEPT',
    'Folder that outlives a release, in which each API process keeps the files of its web apps, so that pages that were opened before go on working. Default: web/kept, which holds the builds made in this folder.',
    { byDefault: null, parse: lastingPath },
  ),
  environment: variable(
    'TIJDIG_ENVIRONMENT',
    'development, test, beta or production. Twins, demo data and the test clock exist in all but production. Needed in production, and wherever DATABASE_URL is given; a database belongs to the environment it was set up in.',
    { byDefault: 'development', parse: oneOf('development', 'test', 'beta', 'production') },
  ),
  secret: variable(
    'TIJDIG_SECRET',
    'At least 32 random characters; every key is derived from it. Generated outside production.',
    { byDefault: null, isSecret: true, parse: secret(32), isNeededInProduction: true },
  ),
  tokenKeys: variable(
    'TIJDIG_TOKEN_KEYS',
    'Keys that encrypt the tokens of connected calendars, as id:base64 of 32 bytes, separated by commas: the first encrypts, all decrypt. Outside production one is derived from the secret.',
    { byDefault: null, isSecret: true, parse: tokenKeys, isNeededInProduction: true },
  ),
  operator: variable(
    'TIJDIG_OPERATOR',
    'Name of whoever runs operator commands, for the audit trail; the server does not read it. Production commands need it. Default: the user of the machine.',
    {
      byDefault: null,
      parse: matching(
        /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u,
        'must be a name such as j.smit, of at most 64 characters',
      ),
    },
  ),
  host: variable('TIJDIG_HOST', 'Address the API and the login server listen on.', {
    byDefault: '127.0.0.1',
    parse: host,
  }),
  adminHost: variable('TIJDIG_ADMIN_HOST', 'Address the metrics listen on; one that the outside cannot reach.', {
    byDefault: '127.0.0.1',
    parse: host,
  }),
  ports: {
    api: variable('TIJDIG_PORT', 'API and pages.', { byDefault: '4000', parse: port }),
    login: variable('TIJDIG_LOGIN_PORT', "The recipients' login server.", { byDefault: '4001', parse: port }),
    sandbox: variable('TIJDIG_SANDBOX_PORT', 'Sandbox twins.', { byDefault: '4002', parse: countTo(65_535) }),
    sandboxSmtp: variable('TIJDIG_SANDBOX_SMTP_PORT', 'Mail server of the sandbox twins.', {
      byDefault: '4004',
      parse: countTo(65_535),
    }),
    admin: variable('TIJDIG_ADMIN_PORT', 'Metrics; not for the outside.', { byDefault: '4003', parse: port }),
  },
  baseUrl: variable(
    'TIJDIG_BASE_URL',
    'Public origin of the API and the links in messages. Default: the port on localhost.',
    { byDefault: null, parse: origin, isNeededInProduction: true },
  ),
  loginUrl: variable(
    'TIJDIG_LOGIN_URL',
    'Public origin of the login server, another than that of the API. Default: the port on localhost.',
    {
      byDefault: null,
      parse: origin,
      isNeededInProduction: true,
    },
  ),
  supportEmail: variable(
    'TIJDIG_SUPPORT_EMAIL',
    'Address that staff can ask for help, shown in Help and beside errors. Default: none is shown.',
    { byDefault: null, parse: email },
  ),
  trustedProxies: variable(
    'TIJDIG_TRUSTED_PROXIES',
    'Addresses or networks of proxies whose X-Forwarded-For counts, separated by commas; none where callers reach the processes directly. Behind a proxy that is not named everybody is one address, with the allowances of one.',
    { byDefault: '', parse: networks, isNeededInProduction: true },
  ),
  webhookNetworks: variable(
    'TIJDIG_WEBHOOK_NETWORKS',
    'Private networks in which endpoints of organizations may be called, such as 10.20.0.0/16, separated by commas. Without them only public addresses are.',
    { byDefault: '', parse: cidrs },
  ),
  logLevel: variable('TIJDIG_LOG_LEVEL', 'fatal, error, warn, info or debug.', {
    byDefault: 'info',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug'),
  }),
  traces: {
    endpoint: variable(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'Collector of OpenTelemetry that takes traces by OTLP over HTTP, such as http://localhost:4318. Without it nothing is traced. Its other variables, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_SERVICE_NAME, count too.',
      { byDefault: null, parse: collector },
    ),
    share: variable(
      'OTEL_TRACES_SAMPLER_ARG',
      'Share of the traces that begin here and are sent, from 0 to 1; one that a request comes with is kept as its caller says.',
      { byDefault: '1', parse: share },
    ),
  },
  databaseConnections: variable(
    'TIJDIG_DATABASE_CONNECTIONS',
    'Most connections that a process opens for each of its roles; the sign-in has as many on each of its two databases, and background jobs have six of their own.',
    { byDefault: '10', parse: countTo(9_999) },
  ),
  databasePatienceSeconds: variable(
    'TIJDIG_DATABASE_PATIENCE_SECONDS',
    'For how long a start waits for databases that do not answer.',
    { byDefault: '30', parse: count },
  ),
  stopGraceSeconds: variable(
    'TIJDIG_STOP_GRACE_SECONDS',
    'How long a process that is told to stop serves on, while /readyz says that it is not ready. Default: 10 in production and beta, else 0.',
    { byDefault: null, parse: count },
  ),
  limits: {
    default: variable(
      'TIJDIG_RATE_LIMIT_PER_MINUTE',
      'Calls per key or session and minute, of which two seconds of them or a hundred at once; all of a holder together five times as many; 0 = off outside production.',
      { byDefault: '1200', parse: limit },
    ),
    intake: variable('TIJDIG_INTAKE_LIMIT_PER_MINUTE', 'Intake calls per key and minute; 0 = off outside production.', {
      byDefault: '6000',
      parse: limit,
    }),
    anonymous: variable(
      'TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE',
      'Calls without a valid credential per address and minute.',
      { byDefault: '300', parse: limit },
    ),
  },
  signIn: {
    countries: variable(
      'TIJDIG_SIGN_IN_COUNTRIES',
      'Countries whose mobile numbers recipients can sign in with, as ISO 3166 codes separated by commas.',
      {
        byDefault: 'NL,BE,DE,BQ',
        parse: listOf((item) => /^[A-Z]{2}$/.test(item), 'must be country codes such as NL,BE'),
      },
    ),
    perAddressPerHour: variable(
      'TIJDIG_SIGN_IN_LIMIT_PER_HOUR',
      'Sign-in codes per network (IPv4 /24, IPv6 /56) and hour; 0 = off outside production.',
      { byDefault: '20', parse: limit },
    ),
    messagesPerCountryPerHour: variable(
      'TIJDIG_SIGN_IN_SMS_PER_COUNTRY_PER_HOUR',
      'Sign-in messages per country and hour, after which codes are withheld for that country.',
      { byDefault: '500', parse: count },
    ),
    messagesPerHour: variable(
      'TIJDIG_SIGN_IN_SMS_PER_HOUR',
      'Sign-in messages per hour to all countries together, after which codes are withheld.',
      { byDefault: '1000', parse: count },
    ),
  },
  volumeBreakerFloor: variable(
    'TIJDIG_VOLUME_BREAKER_FLOOR',
    'Hand-overs per holder and hour below which the volume breaker never acts; 0 = breaker off.',
    { byDefault: '2000', parse: count },
  ),
  allowedDestinations: variable(
    'TIJDIG_ALLOWED_DESTINATIONS',
    'Outside production: numbers and addresses that real providers may be given, separated by commas.',
    { byDefault: '', parse: list },
  ),
  sms: {
    provider: variable(
      'TIJDIG_SMS_PROVIDER',
      `${new Intl.ListFormat('en', { type: 'disjunction' }).format(smsVendorNames)}.`,
      {
        byDefault: 'twilio',
        parse: oneOf(...smsVendorNames),
      },
    ),
    sender: variable('TIJDIG_SMS_SENDER', 'Number new holders send from; one that can receive replies.', {
      byDefault: '+3197010250000',
      parse: phoneNumber,
      isNeededInProduction: true,
    }),
    perSecond: variable(
      'TIJDIG_SMS_PER_SECOND',
      'Text messages a process hands over in a second at most; 0 = no limit.',
      { byDefault: '200', parse: count },
    ),
    ...smsVendorSettings,
  },
  email: {
    smtpUrl: variable('TIJDIG_SMTP_URL', 'smtp:// or smtps:// with user and password. Default: the twin.', {
      byDefault: null,
      isSecret: true,
      parse: matching(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
      isNeededInProduction: true,
    }),
    from: variable('TIJDIG_MAIL_FROM', 'Sender address of all mail.', {
      byDefault: 'afspraken@tijdig.example',
      parse: email,
      isNeededInProduction: true,
    }),
    bounceDomain: variable('TIJDIG_BOUNCE_DOMAIN', 'Domain that bounces come back to.', {
      byDefault: 'bounces.tijdig.example',
      parse: domain,
      isNeededInProduction: true,
    }),
    connections: variable(
      'TIJDIG_MAIL_CONNECTIONS',
      'Connections a process keeps to the mail server at most, which is how many mails it sends at once.',
      { byDefault: '10', parse: countTo(999) },
    ),
    perSecond: variable('TIJDIG_MAIL_PER_SECOND', 'Mails a process hands over in a second at most; 0 = no limit.', {
      byDefault: '100',
      parse: count,
    }),
    bounceTokens: variable(
      'TIJDIG_BOUNCE_TOKENS',
      'Secret in the query of the bounce webhook, of 16 random characters or more; two during rotation, separated by a comma.',
      { byDefault: '', isSecret: true, parse: secrets(16), isNeededInProduction: true },
    ),
  },
  companies: {
    url: variable(
      'TIJDIG_DNB_URL',
      'Company register of Dun & Bradstreet. Default: the twin, in production https://plus.dnb.com.',
      { byDefault: null, parse: url },
    ),
    consumerKey: variable('TIJDIG_DNB_CONSUMER_KEY', 'Without it companies cannot be looked up in production.', {
      byDefault: null,
      isSecret: true,
      parse: text,
      needs: 'TIJDIG_DNB_CONSUMER_SECRET',
    }),
    consumerSecret: variable('TIJDIG_DNB_CONSUMER_SECRET', 'Belongs to the consumer key.', {
      byDefault: null,
      isSecret: true,
      parse: text,
    }),
  },
  google: {
    url: variable(
      'TIJDIG_GOOGLE_URL',
      "One origin for all of Google's services. Default: Google's own; without a client id the twin.",
      { byDefault: null, parse: url },
    ),
    clientId: variable(
      'TIJDIG_GOOGLE_CLIENT_ID',
      'Without it Google calendars cannot be connected in production, and are the twin elsewhere.',
      { byDefault: null, parse: text, needs: 'TIJDIG_GOOGLE_CLIENT_SECRET' },
    ),
    clientSecret: variable('TIJDIG_GOOGLE_CLIENT_SECRET', 'Belongs to the client id.', {
      byDefault: null,
      isSecret: true,
      parse: text,
    }),
  },
  microsoft: {
    url: variable(
      'TIJDIG_MICROSOFT_URL',
      "One origin for Microsoft's login and Graph. Default: Microsoft's own; without a client id the twin.",
      { byDefault: null, parse: url },
    ),
    tenant: variable(
      'TIJDIG_MICROSOFT_TENANT',
      'Whose accounts may sign in: common, organizations or the id of one tenant.',
      {
        byDefault: 'common',
        parse: matching(/^[A-Za-z0-9.-]{1,64}$/, 'must be common, organizations or the id of a tenant'),
      },
    ),
    clientId: variable(
      'TIJDIG_MICROSOFT_CLIENT_ID',
      'Without it Microsoft 365 cannot be connected in production, and is the twin elsewhere.',
      { byDefault: null, parse: text, needs: 'TIJDIG_MICROSOFT_CLIENT_SECRET' },
    ),
    clientSecret: variable('TIJDIG_MICROSOFT_CLIENT_SECRET', 'Belongs to the client id.', {
      byDefault: null,
      isSecret: true,
      parse: text,
    }),
  },
  payments: {
    provider: variable(
      'TIJDIG_PAYMENT_PROVIDER',
      'mollie or stripe, for new payment set-ups; earlier ones stay where they are.',
      { byDefault: 'mollie', parse: oneOf('mollie', 'stripe') },
    ),
    mollie: {
      url: variable('TIJDIG_MOLLIE_URL', 'Default: the twin, in production https://api.mollie.com.', {
        byDefault: null,
        parse: url,
      }),
      apiKey: variable(
        'TIJDIG_MOLLIE_API_KEY',
        'Without it payment cannot be set up at Mollie in production; outside production a test key.',
        { byDefault: null, isSecret: true, parse: paymentKey },
      ),
    },
    stripe: {
      url: variable('TIJDIG_STRIPE_URL', 'Default: the twin, in production https://api.stripe.com.', {
        byDefault: null,
        parse: url,
      }),
      apiKey: variable(
        'TIJDIG_STRIPE_API_KEY',
        'Without it payment cannot be set up at Stripe in production; outside production a test key.',
        { byDefault: null, isSecret: true, parse: paymentKey },
      ),
      webhookSecrets: variable(
        'TIJDIG_STRIPE_WEBHOOK_SECRETS',
        'What Stripe signs its webhooks with; two during rotation, separated by a comma. Needed with the key.',
        { byDefault: '', isSecret: true, parse: list },
      ),
    },
  },
  voice: {
    url: variable(
      'TIJDIG_ELEVENLABS_URL',
      'Agents that speak with staff. Default: the twin, in production https://api.eu.residency.elevenlabs.io; no other host of the vendor is called.',
      { byDefault: null, parse: url },
    ),
    apiKey: variable(
      'TIJDIG_ELEVENLABS_API_KEY',
      'Without it there is no voice control in production, and the agent is the twin elsewhere.',
      {
        byDefault: null,
        isSecret: true,
        parse: matching(/^[\x21-\x7e]+$/, 'must consist of letters, digits and signs of ASCII'),
      },
    ),
    agentId: variable('TIJDIG_ELEVENLABS_AGENT_ID', 'What `tijdig voice setup` prints.', {
      byDefault: null,
      parse: vendorId,
    }),
    agentVersion: variable(
      'TIJDIG_ELEVENLABS_AGENT_VERSION',
      'The version that `tijdig voice setup` prints; conversations are held with no other.',
      { byDefault: null, parse: vendorId },
    ),
  },
  apiKey: variable('TIJDIG_API_KEY', 'API key of the commands `import` and `mcp`; the server does not read it.', {
    byDefault: null,
    isSecret: true,
    parse: text,
  }),
} as const

/** With the defaults filled in that depend on others. */
export type Settings = Values<typeof settings> & {
  /** Path of the file in which workers record who was erased. */
  readonly erasureJournal: string
  readonly stopGraceSeconds: number
  readonly baseUrl: string
  readonly loginUrl: string
}

/** Every variable, in order. */
export function listVariables(part: object = settings): Variable[] {
  return Object.values(part).flatMap((one) => (isVariable(one) ? [one] : listVariables(one)))
}

export function isVariable(part: object): part is Variable {
  return 'parse' in part
}
