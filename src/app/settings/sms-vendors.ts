import type { DestinationGuard } from '#/providers/destination-guard.ts'
import { cmSms } from '#/providers/sms/cm.ts'
import { twilioSms } from '#/providers/sms/twilio.ts'
import type { Turns } from '#/kernel/flow/turns.ts'
import type { SmsProvider } from '#/ports/sms.ts'
import type { SmsTwin } from '#/sandbox/sms/sms-twin.ts'
import { list, secrets, text, url, variable, type Values, type Variable } from './variable.ts'

/**
 * Every SMS vendor: what it is set up with, its adapter and its twin. Settings, wiring, sandbox, doctor and metrics
 * follow from these records.
 */
export const smsVendors = {
  twilio: vendor({
    url: 'https://api.twilio.com',
    urlName: 'TIJDIG_TWILIO_URL',
    settings: {
      accountSid: variable('TIJDIG_TWILIO_ACCOUNT_SID', 'Needed when the provider is twilio.', {
        byDefault: null,
        parse: text,
      }),
      authTokens: variable(
        'TIJDIG_TWILIO_AUTH_TOKENS',
        'The token in force; during rotation the new and the old, separated by a comma.',
        { byDefault: '', isSecret: true, parse: list },
      ),
    },
    credentials: ['accountSid', 'authTokens'],
    twinAccount: { accountSid: 'AC00000000000000000000000000000000', authToken: 'sandbox-auth-token' },
    adapter: (given, twin, sending, origin) =>
      twilioSms({
        ...sending,
        accountSid: given.accountSid ?? twin.accountSid,
        authTokens: atLeastOne(given.authTokens, twin.authToken),
        statusCallbackUrl: `${origin}/webhooks/sms/twilio/status`,
      }),
    async twin(account, origin) {
      const { twilioTwin } = await import('#/sandbox/sms/twilio-twin.ts')
      return twilioTwin({ ...account, inboundUrl: origin && `${origin}/webhooks/sms/twilio/inbound` })
    },
  }),
  cm: vendor({
    url: 'https://gw.messaging.cm.com',
    urlName: 'TIJDIG_CM_URL',
    settings: {
      productToken: variable('TIJDIG_CM_PRODUCT_TOKEN', 'Needed when the provider is cm.', {
        byDefault: null,
        isSecret: true,
        parse: text,
      }),
      webhookTokens: variable(
        'TIJDIG_CM_WEBHOOK_TOKENS',
        'Secret in the query of the webhooks CM calls, of 16 random characters or more; two during rotation, separated by a comma.',
        { byDefault: '', isSecret: true, parse: secrets(16) },
      ),
    },
    credentials: ['productToken', 'webhookTokens'],
    twinAccount: { productToken: '00000000-0000-4000-8000-000000000000', webhookToken: 'sandbox-webhook-token' },
    adapter: (given, twin, sending) =>
      cmSms({
        ...sending,
        productToken: given.productToken ?? twin.productToken,
        webhookTokens: atLeastOne(given.webhookTokens, twin.webhookToken),
      }),
    async twin({ productToken, webhookToken }, origin) {
      const { cmTwin } = await import('#/sandbox/sms/cm-twin.ts')
      const urlOf = (event: string) => origin && `${origin}/webhooks/sms/cm/${event}?token=${webhookToken}`
      return cmTwin({ productToken, statusUrl: urlOf('status'), inboundUrl: urlOf('inbound') })
    },
  }),
} as const

export type SmsVendorName = keyof typeof smsVendors

// Safe: the records are a constant of this file.
export const smsVendorNames = Object.keys(smsVendors) as SmsVendorName[]

type VendorSettings = { readonly [Name in SmsVendorName]: (typeof smsVendors)[Name]['settings'] }

/** The variables of each vendor, by its name. */
// Safe: the same keys, each with the settings of its own record.
export const smsVendorSettings = Object.fromEntries(
  Object.entries(smsVendors).map(([name, { settings }]) => [name, settings]),
) as VendorSettings

/** The adapter of a vendor, by the values of all. @param origin our own, at which vendors call webhooks */
export function smsAdapter<Name extends SmsVendorName>(
  name: Name,
  given: Given,
  sending: Sending,
  origin: string,
): SmsProvider {
  const adapters: { readonly [One in SmsVendorName]: Adaptable<Given[One]> } = smsVendors
  return adapters[name].adapter(given[name], sending, origin)
}

type Adaptable<Own> = { adapter(given: Own, sending: Sending, origin: string): SmsProvider }
type Given = { readonly [Name in SmsVendorName]: Values<VendorSettings[Name]> }

/** What every adapter sends with. */
export type Sending = {
  readonly baseUrl: string
  readonly guard: DestinationGuard
  readonly turns: Turns
}

type Declared<Own extends Readonly<Record<string, Variable>>, Account> = {
  /** Where the vendor answers, unless the variable `urlName` says otherwise. */
  readonly url: string
  readonly urlName: string
  readonly settings: Own
  /** Which of them production needs when this vendor is chosen. */
  readonly credentials: readonly (keyof Own)[]
  /** What the twin knows us by, where it exists and no credentials are given. */
  readonly twinAccount: Account
  adapter(given: Values<Own>, twinAccount: Account, sending: Sending, origin: string): SmsProvider
  /** Loaded only where it runs. @param origin where its webhooks go; null: nowhere */
  twin(account: Account, origin: string | null): Promise<SmsTwin>
}

function vendor<const Own extends Readonly<Record<string, Variable>>, const Account>(declared: Declared<Own, Account>) {
  const { url: vendorUrl, urlName, settings, credentials, twinAccount } = declared
  return {
    url: vendorUrl,
    settings: {
      url: variable(urlName, `Default: the twin, in production ${vendorUrl}.`, { byDefault: null, parse: url }),
      ...settings,
    },
    credentials: credentials.map((name) => settings[name]),
    twinAccount,
    adapter: (given: Values<Own>, sending: Sending, origin: string) =>
      declared.adapter(given, twinAccount, sending, origin),
    twin: (origin: string | null) => declared.twin(twinAccount, origin),
  }
}

/** In production the configuration has refused an empty list before this. */
function atLeastOne(values: readonly string[], twinValue: string): [string, ...string[]] {
  const [first, ...rest] = values
  return first === undefined ? [twinValue] : [first, ...rest]
}
