import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { SandboxClock, SandboxOptions, SandboxTimings } from './sandbox-options.ts'
import { startSandbox } from './sandbox.ts'
import { cmTwin } from '#/sandbox/sms/cm-twin.ts'
import type { SmsTwin } from '#/sandbox/sms/sms-twin.ts'
import { twilioTwin } from '#/sandbox/sms/twilio-twin.ts'

export type ReceivedWebhook = {
  /** The whole URL, as a vendor signs it. */
  readonly url: string
  readonly headers: Record<string, string>
  readonly rawBody: string
}

export const testAccount = {
  accountSid: 'AC00000000000000000000000000000001',
  authToken: 'sandbox-twilio-token',
  productToken: 'sandbox-cm-token',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-client-secret',
  consumerKey: 'sandbox-dnb-key',
  consumerSecret: 'sandbox-dnb-secret',
  mollie: { apiKey: 'test_sandbox' },
  stripe: { apiKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' },
  elevenlabs: { apiKey: 'sk_voice_secret', agentId: 'agent_sandbox', agentVersion: 'agtvrsn_sandbox' },
} as const

/**
 * A sandbox on free ports beside a server that keeps every webhook it gets; both stop with the test. `answers` are the
 * statuses that the first webhooks get; later ones get 204.
 */
export async function sandboxForTests(
  t: TestContext,
  settings: {
    timings?: Partial<SandboxTimings>
    answers?: number[]
    smtpPort?: number
    smsTwins?: (receiverUrl: string) => SmsTwin[]
    elevenlabs?: Pick<SandboxOptions['elevenlabs'], 'tools' | 'agent'>
  } = {},
) {
  const webhooks: ReceivedWebhook[] = []
  const answers = [...(settings.answers ?? [])]
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      webhooks.push({ url: `${receiverUrl}${request.url}`, headers, rawBody: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(answers.shift() ?? 204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  t.after(async () => {
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })
  const warnings: string[] = []
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: settings.smtpPort ?? 0,
    host: '127.0.0.1',
    clock: offsetClock(),
    demo: async () => ({ baseUrl: receiverUrl, holders: [] }),
    smsTwins: settings.smsTwins?.(receiverUrl) ?? [
      twilioTwin({ ...testAccount, inboundUrl: `${receiverUrl}/twilio/inbound` }),
      cmTwin({
        ...testAccount,
        statusUrl: `${receiverUrl}/cm/status?token=secret`,
        inboundUrl: `${receiverUrl}/cm/inbound?token=secret`,
      }),
    ],
    bounceUrl: `${receiverUrl}/bounce?token=secret`,
    dnb: testAccount,
    calendarClient: testAccount,
    mollie: testAccount.mollie,
    stripe: { ...testAccount.stripe, webhookUrl: `${receiverUrl}/stripe` },
    elevenlabs: { ...testAccount.elevenlabs, tools: [], agent: () => ({}), ...settings.elevenlabs },
    log: { warn: (_fields, message) => warnings.push(message) },
    timings: { slowMs: 300, receiptLateMs: 300, ...settings.timings },
  })
  t.after(() => sandbox.stop())

  const get = async (path: string) => JSON.parse(await (await fetch(sandbox.url + path)).text())
  return {
    ...sandbox,
    receiverUrl,
    webhooks,
    warnings,
    /** Waits until `count` webhooks have come, and fails when they do not. */
    async webhooksWhen(count: number): Promise<readonly ReceivedWebhook[]> {
      const deadline = Date.now() + 60_000
      while (webhooks.length < count) {
        if (Date.now() > deadline) throw new Error(`${webhooks.length} of ${count} webhooks came`)
        await sleep(5)
      }
      return webhooks
    },
    get,
    /** Aborts once this many messages are in the inbox: for calls that get no answer. */
    untilTaken(inbox: 'sms' | 'email', count: number): AbortSignal {
      const taken = new AbortController()
      const limit = AbortSignal.any([taken.signal, AbortSignal.timeout(60_000)])
      const watch = async () => {
        while (!limit.aborted && (await get(`/inbox/${inbox}`)).items.length < count) await sleep(5)
        taken.abort()
      }
      watch().catch((error: unknown) => taken.abort(error))
      return limit
    },
    post: (path: string, body: unknown) =>
      fetch(sandbox.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

function offsetClock(): SandboxClock {
  let offsetMs = 0
  return {
    now: async () => Temporal.Now.instant().add({ milliseconds: offsetMs }),
    offsetMs: async () => offsetMs,
    advance: async (duration) => {
      offsetMs += Temporal.Duration.from(duration).total({
        unit: 'milliseconds',
        relativeTo: '2026-01-01T00:00:00[UTC]',
      })
    },
    set: async (instant) => {
      offsetMs = Temporal.Instant.from(instant).epochMilliseconds - Date.now()
    },
    reset: async () => {
      offsetMs = 0
    },
  }
}
