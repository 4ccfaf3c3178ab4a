import type { SmsTwin } from '#/sandbox/sms/sms-twin.ts'

/** The test clock, which the product owns; the sandbox only shows and moves it. */
export type SandboxClock = {
  now(): Promise<Temporal.Instant>
  /** Test time minus real time, in milliseconds. */
  offsetMs(): Promise<number>
  /** Takes an ISO 8601 duration; resolves when everything due by then is done. */
  advance(duration: string): Promise<void>
  /** Takes an ISO 8601 instant. */
  set(instant: string): Promise<void>
  reset(): Promise<void>
}

export type SandboxLog = { warn(fields: object, message: string): void }

export type SandboxOptions = {
  /** HTTP port of every twin, the routes and the page; 0 takes a free one. */
  readonly port: number
  /** Port of the SMTP twin; 0 takes a free one. */
  readonly smtpPort: number
  readonly host: '127.0.0.1' | '::1'
  readonly clock: SandboxClock
  /** The sign-in information of the demo data, shown as it is. */
  readonly demo: () => Promise<unknown>
  readonly smsTwins: readonly SmsTwin[]
  /** Takes POST with a bounce mail as message/rfc822. */
  readonly bounceUrl: string
  readonly dnb: { readonly consumerKey: string; readonly consumerSecret: string }
  /** How the product is known to Google's and Microsoft's twins. */
  readonly calendarClient: { readonly clientId: string; readonly clientSecret: string }
  readonly mollie: { readonly apiKey: string }
  /** Unlike Mollie's, Stripe's webhook is set up in its dashboard. */
  readonly stripe: { readonly apiKey: string; readonly webhookSecret: string; readonly webhookUrl: string }
  /** A workspace in which the product's agent is set up, in one version. */
  readonly elevenlabs: {
    readonly apiKey: string
    readonly agentId: string
    readonly agentVersion: string
    /** In the vendor's own JSON; `agent` gets the ids of the tools. */
    readonly tools: readonly object[]
    readonly agent: (toolIds: readonly string[]) => object
  }
  readonly log: SandboxLog
  /** Shorter waits for tests. */
  readonly timings?: Partial<SandboxTimings>
}

export type SandboxTimings = {
  /** How long the fault `slow` takes to answer; 22 s. */
  readonly slowMs: number
  /** How long the fault `receipt_late` holds receipts back; 5 s. */
  readonly receiptLateMs: number
  /** Between hand-over and the first receipt, and between receipts; 5 ms. */
  readonly receiptStepMs: number
}

export const defaultTimings: SandboxTimings = { slowMs: 22_000, receiptLateMs: 5000, receiptStepMs: 5 }
