import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readSecret } from '#/app/starting/database.ts'
import { operations } from '#/app/operations.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { createProviders, createServices } from '#/app/wiring.ts'
import { fromReference, newId, toServiceReference } from '#/kernel/ids.ts'
import { runOnce } from '#/kernel/postgres/db.ts'
import { outlet, sendInTurn, type HandOver, type WebhookRequest } from '#/ports/delivery.ts'
import { serviceMail, type EmailSender } from '#/ports/email.ts'
import type { SmsSender } from '#/ports/sms.ts'
import { selectReceiptsOf } from './send-test-store.ts'

/** A number in E.164 or a mail address, of the operator's own. */
export type TestDestination = { readonly channel: 'sms' | 'email'; readonly to: string }

/** One step on the way of a message and its receipt. */
export type SendTestStep = {
  readonly step: 'handed over' | 'webhook reached' | 'signature accepted' | 'receipt'
  readonly isDone: boolean
  /** In one sentence, with what to do when the step is missing. */
  readonly finding: string
}

/** Shown in the message and handed to the provider; says nothing else. */
const greeting = 'Tijdig: this is a test message.'
const pauseMs = 500

/**
 * Sends one message the way reminders go and follows it to its receipt: through the configured provider, to our webhook
 * at the public origin. Of the webhook it also asks itself, without and with a good signature, so that a step that is
 * missing can be told from one that only the provider can take. Mail has no receipt, only a webhook for what comes back.
 *
 * @param pool acts as tijdig_operator
 * @param waitMs how long to wait for the receipt
 */
export async function sendTest(
  pool: pg.Pool,
  settings: Settings,
  { channel, to }: TestDestination,
  waitMs: number,
): Promise<readonly SendTestStep[]> {
  const services = createServices(settings, await readSecret(settings), operations)
  const { sms, email, bounceTokens } = createProviders(settings, services)
  const reference = toServiceReference(newId())
  try {
    const isSms = channel === 'sms'
    const handOver = isSms
      ? await sendInTurn(
          outlet<SmsSender>(sms, noInbox),
          {
            reference,
            to,
            from: settings.sms.sender,
            text: greeting,
            validitySeconds: Math.max(60, Math.ceil(waitMs / 1_000)),
          },
          'platform',
        )
      : await sendInTurn(
          outlet<EmailSender>(email, noInbox),
          serviceMail(reference, to, { subject: greeting, text: greeting, html: `<p>${greeting}</p>`, locale: 'en' }),
          'platform',
        )
    const steps = [handedOver(isSms ? sms.name : email.name, handOver)]
    steps.push(...(await tryWebhook(isSms ? sms.emptyReceipt(settings.baseUrl) : emptyBounce(settings, bounceTokens))))
    if (isSms && handOver.outcome !== 'refused' && handOver.outcome !== 'unreachable')
      steps.push(await awaitReceipt(pool, sms.name, reference, waitMs))
    return steps
  } finally {
    await email.close()
  }
}

function noInbox(): never {
  throw new Error('The message of an operator is of no organization')
}

function handedOver(provider: string, handOver: HandOver): SendTestStep {
  const step = 'handed over'
  switch (handOver.outcome) {
    case 'accepted':
      return { step, isDone: true, finding: `${provider} took it${inBrackets(handOver.providerMessageId)}.` }
    case 'refused':
      return {
        step,
        isDone: false,
        finding: `${provider} refused it: ${handOver.reason}${inBrackets(handOver.providerCode)}. ${
          handOver.isAboutAccount ? 'Look at the credentials, balance and state of the account' : 'Look the code up'
        } at the provider.`,
      }
    case 'unreachable':
      return { step, isDone: false, finding: `${provider} cannot be reached (${handOver.detail}): check its URL.` }
    case 'unknown':
      return { step, isDone: false, finding: `${provider} did not say whether it took it (${handOver.detail}).` }
  }
}

function inBrackets(text: string | null): string {
  return text === null ? '' : ` (${text})`
}

function emptyBounce({ baseUrl }: Settings, [token = '']: readonly string[]): WebhookRequest {
  return {
    url: `${baseUrl}/webhooks/email/bounce?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': 'message/rfc822' },
    rawBody: 'Subject: test\r\n\r\n',
  }
}

/** Without its signature it must be refused, by us, and with it let in. */
async function tryWebhook(genuine: WebhookRequest): Promise<SendTestStep[]> {
  const { origin, pathname } = new URL(genuine.url)
  // Its query may hold a secret.
  const place = `${origin}${pathname}`
  const { 'content-type': contentType } = genuine.headers
  const forged = await post(place, { 'content-type': contentType }, genuine.rawBody)
  if (forged !== 401)
    return [
      {
        step: 'webhook reached',
        isDone: false,
        finding: `${place} answers ${forged} where an API process of this version answers 401: check TIJDIG_BASE_URL, its DNS name, certificate and proxy.`,
      },
    ]
  const reached: SendTestStep = { step: 'webhook reached', isDone: true, finding: `${place} leads to an API process.` }
  const accepted = await post(genuine.url, genuine.headers, genuine.rawBody)
  return [
    reached,
    accepted === 200
      ? { step: 'signature accepted', isDone: true, finding: 'A webhook that is signed as here is let in.' }
      : {
          step: 'signature accepted',
          isDone: false,
          finding: `A webhook that is signed as here is answered with ${accepted}: do the API processes have the same tokens and TIJDIG_BASE_URL as this command?`,
        },
  ]
}

/** @returns the status of the answer, or why there was none */
async function post(url: string, headers: WebhookRequest['headers'], body: string): Promise<number | string> {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: given,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string }
    return `nothing (${cause?.code ?? name})`
  }
}

async function awaitReceipt(pool: pg.Pool, provider: string, reference: string, waitMs: number): Promise<SendTestStep> {
  const step = 'receipt'
  for (const until = performance.now() + waitMs; ; await sleep(pauseMs)) {
    const last = (await runOnce(pool, selectReceiptsOf, [fromReference(reference)])).at(-1)
    const isOver = performance.now() > until
    if (last && (last.state !== 'sent' || isOver))
      return { step, isDone: true, finding: `${provider} told of this message: ${last.state}.` }
    if (isOver)
      return {
        step,
        isDone: false,
        finding: `${provider} told nothing of it in ${Math.round(waitMs / 1_000)} s: see its log of webhooks. \`request refused\` with UNAUTHENTICATED in our log means that its signature is not accepted; no line at all, that its call does not arrive (firewall, or the webhook at the provider).`,
      }
  }
}
