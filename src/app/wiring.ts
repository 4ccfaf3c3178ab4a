import type { Services } from '#/kernel/context.ts'
import { deriveKeys } from '#/kernel/secrets/derived-keys.ts'
import { keyRing, type KeyRing } from '#/kernel/secrets/key-ring.ts'
import type { Operation } from '#/kernel/operation.ts'
import type { Calendars } from '#/ports/calendar-authorization.ts'
import type { PaymentProviders } from '#/ports/billing.ts'
import type { CompanyProvider } from '#/ports/companies.ts'
import type { HandOver } from '#/ports/delivery.ts'
import type { EmailProvider } from '#/ports/email.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import type { VoiceAgent } from '#/ports/voice-agent.ts'
import { molliePayments } from '#/providers/billing/mollie.ts'
import { stripePayments } from '#/providers/billing/stripe.ts'
import { dnbCompanies } from '#/providers/companies/dnb.ts'
import { calDavReader } from '#/providers/calendars/caldav/caldav.ts'
import { googleAuthorizer, googleReader } from '#/providers/calendars/google.ts'
import { microsoftAuthorizer, microsoftReader } from '#/providers/calendars/microsoft.ts'
import { destinationGuard } from '#/providers/destination-guard.ts'
import { smtpEmail } from '#/providers/email/smtp.ts'
import { agentDefinition, clientTools } from '#/providers/voice/agent-definition.ts'
import { elevenLabsSetup, type VoiceSetup } from '#/providers/voice/elevenlabs-setup.ts'
import { elevenLabsVoice } from '#/providers/voice/elevenlabs.ts'
import { scopesOfRoles } from '#/slices/access/access.ts'
import { turns } from '#/kernel/flow/turns.ts'
import { requireFreshProof } from '#/slices/access/access.ts'
import { webhookNetworks } from '#/slices/webhooks/webhooks.ts'
import type { Sandbox } from '#/sandbox/sandbox.ts'
import { scopesOf } from '#/surfaces/scopes.ts'
import { agentCatalogue } from '#/surfaces/agents/catalogue.ts'
import type { Log } from '#/kernel/log.ts'
import type { AccountRefusals } from '#/app/server/health/account-refusals.ts'
import { events } from './events.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { smsAdapter, smsVendorNames, smsVendors } from '#/app/settings/sms-vendors.ts'
import type { TestClock } from '#/app/clock/test-clock.ts'

/** Credentials of the twins: they exist only where the twins do. Those of SMS stand in the record of each vendor. */
export const sandboxCredentials = {
  dnb: { consumerKey: 'sandbox-consumer-key', consumerSecret: 'sandbox-consumer-secret' },
  mollie: { apiKey: 'test_sandbox' },
  stripe: { apiKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  elevenlabs: { apiKey: 'sk_sandbox', agentId: 'agent_sandbox', agentVersion: 'agtvrsn_sandbox' },
  bounceToken: 'sandbox-bounce-token',
  calendarClient: { clientId: 'sandbox-client', clientSecret: 'sandbox-client-secret' },
} as const

/** What requests and jobs need, made once per process. */
export function createServices(settings: Settings, secret: string, operations: readonly Operation[]): Services {
  const scopes = {
    platform_holder_user: scopesOf(operations, 'platform_holder_user'),
    recipient: scopesOf(operations, 'recipient'),
  }
  return {
    keys: deriveKeys(secret),
    baseUrl: settings.baseUrl,
    scopes,
    keyScopes: {
      platform_holder_user: scopesOf(operations, 'platform_holder_user', 'apiKey'),
      recipient: scopesOf(operations, 'recipient', 'apiKey'),
    },
    staffScopes: scopesOfRoles(scopes.platform_holder_user),
    environment: settings.environment,
    supportEmail: settings.supportEmail,
    sharedSender: settings.sms.sender,
    companies: createCompanies(settings),
    requireFreshProof,
    secretsAtRest: createKeyRing(settings, secret),
    calendars: createCalendars(settings),
    payments: createPayments(settings),
    actions: agentCatalogue(operations),
    voiceAgent: createVoiceAgent(settings),
    eventTypes: events,
    webhookNetworks: webhookNetworks({
      isProduction: settings.environment === 'production',
      allowed: settings.webhookNetworks,
    }),
  }
}

/** Outside production the derived key always decrypts too, so that configuring keys later loses nothing. */
function createKeyRing({ environment, tokenKeys }: Settings, secret: string): KeyRing {
  if (environment === 'production' && tokenKeys !== null) return keyRing(tokenKeys)
  const [first, ...rest] = [...(tokenKeys ?? []), { id: 'derived', key: deriveKeys(secret).atRest }]
  if (!first) throw new Error('There is no key for secrets at rest')
  return keyRing([first, ...rest])
}

/** The kinds of calendar that are configured; outside production Google and Microsoft are their twins by default. */
function createCalendars(settings: Settings): Calendars {
  const twinUrl = settings.environment === 'production' ? null : sandboxUrls(settings).url
  const google = calendarClient(settings.google, twinUrl && `${twinUrl}/google`)
  const known = calendarClient(settings.microsoft, twinUrl && `${twinUrl}/microsoft`)
  const microsoft = known && { ...known, tenant: settings.microsoft.tenant }
  return {
    google_calendar: google && { reader: googleReader(google), authorizer: googleAuthorizer(google) },
    microsoft_365: microsoft && { reader: microsoftReader(microsoft), authorizer: microsoftAuthorizer(microsoft) },
    caldav: { reader: calDavReader({ isProduction: settings.environment === 'production' }), authorizer: null },
  }
}

/** The vendor where an OAuth client is configured, else the twin; null when there is neither. */
function calendarClient(
  { url, clientId, clientSecret }: Settings['google'],
  twinUrl: string | null,
): { clientId: string; clientSecret: string; baseUrl: string | null } | null {
  if (clientId !== null && clientSecret !== null)
    return { clientId, clientSecret, baseUrl: url?.replace(/\/+$/, '') ?? null }
  return twinUrl === null
    ? null
    : { ...sandboxCredentials.calendarClient, baseUrl: url?.replace(/\/+$/, '') ?? twinUrl }
}

/** Where payment is set up. Outside production a provider without a key of its own is its twin. */
function createPayments(settings: Settings): PaymentProviders {
  const { environment, allowedDestinations, payments } = settings
  const guard = destinationGuard({ environment, allowedDestinations })
  const twins = environment === 'production' ? null : sandboxCredentials
  const urlOf = (name: 'mollie' | 'stripe') => payments[name].url ?? (twins && `${sandboxUrls(settings).url}/${name}`)
  const adapterOf = {
    mollie: () => {
      const [baseUrl, apiKey] = [urlOf('mollie'), payments.mollie.apiKey ?? twins?.mollie.apiKey]
      return apiKey ? molliePayments({ ...(baseUrl ? { baseUrl } : {}), apiKey, guard }) : null
    },
    stripe: () => {
      const [baseUrl, apiKey] = [urlOf('stripe'), payments.stripe.apiKey ?? twins?.stripe.apiKey]
      const given = payments.stripe.webhookSecrets
      const webhookSecrets = given.length > 0 || !twins ? given : [twins.stripe.webhookSecret]
      if (!apiKey || webhookSecrets.length === 0) return null
      return stripePayments({ ...(baseUrl ? { baseUrl } : {}), apiKey, webhookSecrets, guard })
    },
  }
  const [mollie, stripe] = [adapterOf.mollie(), adapterOf.stripe()]
  return { mollie, stripe, chosen: { mollie, stripe }[payments.provider] }
}

/** The company register; null in production where no account is configured. */
function createCompanies(settings: Settings): CompanyProvider | null {
  const { environment, allowedDestinations, companies } = settings
  const twin = environment === 'production' ? null : sandboxCredentials.dnb
  const consumerKey = companies.consumerKey ?? twin?.consumerKey
  const consumerSecret = companies.consumerSecret ?? twin?.consumerSecret
  if (!consumerKey || !consumerSecret) return null
  const url = companies.url ?? (twin && `${sandboxUrls(settings).url}/dnb`)
  const guard = destinationGuard({ environment, allowedDestinations })
  return dnbCompanies({ ...(url ? { baseUrl: url } : {}), consumerKey, consumerSecret, guard })
}

/** The agent that speaks with staff. */
function createVoiceAgent(settings: Settings): VoiceAgent {
  return elevenLabsVoice(voiceOptions(settings))
}

/** What sets that agent up at the vendor; null where no account is configured. */
export function createVoiceSetup(settings: Settings): VoiceSetup | null {
  const { apiKey, ...options } = voiceOptions(settings)
  return apiKey === null ? null : elevenLabsSetup({ ...options, apiKey })
}

/** Outside production the twin, unless a key is configured. */
function voiceOptions(settings: Settings) {
  const { environment, allowedDestinations, voice } = settings
  const twin = environment === 'production' ? null : sandboxCredentials.elevenlabs
  const url = voice.url ?? (twin && `${sandboxUrls(settings).url}/elevenlabs`)
  // The twin's agent ids are meaningless with a real key.
  const known = voice.apiKey === null ? twin : null
  return {
    ...(url ? { baseUrl: url } : {}),
    apiKey: voice.apiKey ?? twin?.apiKey ?? null,
    agentId: voice.agentId ?? known?.agentId ?? null,
    agentVersion: voice.agentVersion ?? known?.agentVersion ?? null,
    guard: destinationGuard({ environment, allowedDestinations }),
  }
}

/** Where the twins of this machine listen. */
export function sandboxUrls({ ports }: Settings): { url: string; smtpUrl: string } {
  return { url: `http://127.0.0.1:${ports.sandbox}`, smtpUrl: `smtp://127.0.0.1:${ports.sandboxSmtp}` }
}

/**
 * The adapters by configuration. Outside production an adapter without a URL of its own talks to its twin.
 *
 * @param onAccountRefusal called for every refusal that concerns our account at a provider
 */
export function createProviders(
  settings: Settings,
  services: Services,
  onAccountRefusal: AccountRefusals = () => undefined,
): { sms: SmsProvider; email: EmailProvider; bounceTokens: readonly string[] } {
  const guard = destinationGuard({
    environment: settings.environment,
    allowedDestinations: settings.allowedDestinations,
  })
  const twins = settings.environment === 'production' ? null : sandboxUrls(settings)
  const bounceTokens =
    settings.email.bounceTokens.length > 0 ? settings.email.bounceTokens : twins ? [sandboxCredentials.bounceToken] : []
  const email = smtpEmail({
    url: settings.email.smtpUrl ?? twins?.smtpUrl ?? '',
    fromAddress: settings.email.from,
    bounceDomain: settings.email.bounceDomain,
    bounceSecrets: [services.keys.bounce.toString('hex')],
    guard,
    maxConnections: settings.email.connections,
    perSecond: limitOf(settings.email.perSecond),
  })
  const sms = createSms(settings, twins?.url ?? null, guard)
  return { sms: watched(sms, onAccountRefusal), email: watched(email, onAccountRefusal), bounceTokens }
}

/** 0 in the configuration means no limit. */
function limitOf(perSecond: number): number {
  return perSecond === 0 ? Number.POSITIVE_INFINITY : perSecond
}

function watched<Call extends unknown[], Provider extends { name: string; send(...call: Call): Promise<HandOver> }>(
  provider: Provider,
  onAccountRefusal: AccountRefusals,
): Provider {
  return {
    ...provider,
    async send(...call: Call) {
      const outcome = await provider.send(...call)
      if (outcome.outcome === 'refused' && outcome.isAboutAccount)
        onAccountRefusal(provider.name, outcome.providerCode ?? 'none')
      return outcome
    },
  }
}

/** Text messages at the provider at once, and so the most that a killed worker leaves in doubt. */
const smsAtOnce = 50

function createSms(
  { sms, baseUrl }: Settings,
  twinUrl: string | null,
  guard: ReturnType<typeof destinationGuard>,
): SmsProvider {
  const { provider } = sms
  return smsAdapter(
    provider,
    sms,
    {
      baseUrl: sms[provider].url ?? (twinUrl === null ? smsVendors[provider].url : `${twinUrl}/${provider}`),
      guard,
      turns: turns({ atOnce: smsAtOnce, perSecond: limitOf(sms.perSecond) }),
    },
    baseUrl,
  )
}

type TwinOptions = { readonly clock: TestClock; readonly demo: () => Promise<unknown>; readonly log: Log }

/** Starts the twins of all providers; they call our webhooks as the vendors would. */
export async function startTwins(
  { ports, baseUrl, sms }: Settings,
  { clock, demo, log }: TwinOptions,
): Promise<Sandbox> {
  // Loaded only where it runs: production has no twins, and they would take memory from the API.
  const { startSandbox } = await import('#/sandbox/sandbox.ts')
  const { dnb, bounceToken } = sandboxCredentials
  // A vendor calls only who has an account there.
  const smsTwins = smsVendorNames.map((name) => smsVendors[name].twin(name === sms.provider ? baseUrl : null))
  return startSandbox({
    port: ports.sandbox,
    smtpPort: ports.sandboxSmtp,
    host: '127.0.0.1',
    clock,
    demo,
    smsTwins: await Promise.all(smsTwins),
    bounceUrl: `${baseUrl}/webhooks/email/bounce?token=${bounceToken}`,
    dnb,
    calendarClient: sandboxCredentials.calendarClient,
    mollie: sandboxCredentials.mollie,
    stripe: { ...sandboxCredentials.stripe, webhookUrl: `${baseUrl}/webhooks/payments/stripe` },
    elevenlabs: { ...sandboxCredentials.elevenlabs, tools: clientTools, agent: agentDefinition },
    log: { warn: (fields, message) => log.warn(fields, message) },
  })
}
