import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

// What the examples need of HTTP: plain fetch, a page with a form, and the phone and mailbox of the sandbox.

/** Ends an example with a sentence for whoever runs it. */
export class Stop extends Error {}

/** An answer that says no; `code` is one of the API's closed list. */
export class Refusal extends Stop {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** One request to a server; the answer's JSON. Those of the data API stand in an envelope, the others do not. */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>

/** Runs an example: what stops it is one sentence and exit code 1. */
export async function runExample(example: () => Promise<void>): Promise<void> {
  try {
    await example()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

/** The options of the command line. One that is not known ends the example with those that are. */
export function readOptions<const Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    const known = Object.keys(options).map((name) => `--${name}`)
    console.error(`The options here are ${known.join(', ')}.`)
    return process.exit(1)
  }
}

/** Where the servers are: as the options say, else where `npm start` puts them. */
export function addressesOf(
  given: Readonly<Partial<Record<'base-url' | 'login-url' | 'sandbox-url', string | undefined>>>,
): { readonly baseUrl: string; readonly loginUrl: string; readonly sandboxUrl: string } {
  const { env } = process
  const local = (port: string) => `http://localhost:${port}`
  const origin = (url: string) => url.replace(/\/+$/, '')
  return {
    baseUrl: origin(given['base-url'] ?? env['TIJDIG_BASE_URL'] ?? local(env['TIJDIG_PORT'] ?? '4000')),
    loginUrl: origin(given['login-url'] ?? env['TIJDIG_LOGIN_URL'] ?? local(env['TIJDIG_LOGIN_PORT'] ?? '4001')),
    sandboxUrl: origin(given['sandbox-url'] ?? local(env['TIJDIG_SANDBOX_PORT'] ?? '4002')),
  }
}

/** An option that is a number of minutes. @throws Stop when it is none */
export function minutesOf(text: string): number {
  const minutes = Number(text)
  expect(text.trim() !== '' && minutes >= 0, `"${text}" is no number of minutes.`)
  return minutes
}

/** Date and time as people at a place read it. */
export function localTime(instant: string, timeZone: string): string {
  const formats = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Date(instant).toLocaleString('en-GB', { ...formats, timeZone })
}

/** @throws Stop with the sentence, when something is not as an example expects it */
export function expect(isAsExpected: boolean, sentence: string): asserts isAsExpected {
  if (!isAsExpected) throw new Stop(sentence)
}

/** Requests to one server with the same headers. Throws Refusal when it says no. */
export function callerOf(origin: string, headers: Readonly<Record<string, string>> = {}): Call {
  return async <T>(method: string, path: string, body?: object) => {
    const response = await reach(origin + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw await refusalOf(response, `${method} ${path}`)
    return (response.status === 204 ? null : await response.json()) as T
  }
}

/** The same for the data API, whose answers are `{data, requestId}`: gives the data. */
export function dataCallerOf(baseUrl: string, headers: Readonly<Record<string, string>>): Call {
  const call = callerOf(`${baseUrl}/api/v1`, headers)
  return async <T>(method: string, path: string, body?: object) =>
    (await call<{ readonly data: T }>(method, path, body)).data
}

/** One request, as fetch makes it. @throws Stop when nobody answers */
export async function reach(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
  } catch (error) {
    throw new Stop(`No answer from ${new URL(url).origin}. Is \`npm start\` running in another terminal?`, {
      cause: error,
    })
  }
}

async function refusalOf(response: Response, what: string): Promise<Refusal> {
  const body = (await response.json()) as {
    readonly error?: { code: string; message: string; details: readonly { path: string; message: string }[] }
    readonly requestId?: string
  }
  const { code = 'UNKNOWN', message = '', details = [] } = body.error ?? {}
  const retryAfter = response.headers.get('retry-after')
  const sentences = [
    `${what} was refused: ${response.status} ${code}. ${message}`,
    ...details.map((fault) => `  ${fault.path}: ${fault.message}`),
    ...(retryAfter ? [`It may be tried again in ${retryAfter} seconds.`] : []),
    ...(body.requestId ? [`Request ${body.requestId}`] : []),
  ]
  return new Refusal(sentences.join('\n'), code)
}

/** Asks until there is something, at most so long. @throws Stop with the sentence */
export async function until<T>(
  ask: () => Promise<T | null>,
  { patienceMs, otherwise }: { readonly patienceMs: number; readonly otherwise: string },
): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const found = await ask()
    if (found !== null) return found
    if (performance.now() > giveUpAt) throw new Stop(otherwise)
    await sleep(250)
  }
}

/** A message in the sandbox, on a phone or in a mailbox. */
export type Message = { readonly text: string; readonly receivedAt: string }

/** The oldest message that came to an address after an instant of real time. @throws Stop with the sentence */
export function readMessage(
  sandbox: Call,
  place: 'sms' | 'email',
  { to, after, otherwise }: { readonly to: string; readonly after: Temporal.Instant; readonly otherwise: string },
): Promise<Message> {
  const query = new URLSearchParams({ to, after: after.toString() })
  return until(
    async () => (await sandbox<{ items: Message[] }>('GET', `/inbox/${place}?${query}`)).items.at(-1) ?? null,
    {
      patienceMs: 15_000,
      otherwise,
    },
  )
}

/** The six digits of a sign-in message, as a person copies them. */
export function codeIn({ text }: Message): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  expect(code !== undefined, 'The sign-in message has no code of six digits.')
  return code
}

/** What the product takes for now: in the sandbox its clock can be ahead of ours. */
export async function productNow(sandbox: Call): Promise<Temporal.Instant> {
  return Temporal.Instant.from((await sandbox<{ now: string }>('GET', '/clock')).now)
}

/**
 * Does what a person does in a page: fills a form in, leaves the rest as it stands, presses a button.
 *
 * @returns where the browser is sent
 */
export async function pressButton(
  pageUrl: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const page = await (await reach(pageUrl)).text()
  const form = new URLSearchParams()
  for (const [tag] of page.matchAll(/<input\b[^>]*>/g)) {
    const isLeftOut = /type="(radio|checkbox)"/.test(tag) && !/ checked\b/.test(tag)
    if (!isLeftOut) form.set(attribute(tag, 'name'), attribute(tag, 'value'))
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const button = [...page.matchAll(/<button\b[^>]*>([^<]*)<\/button>/g)].find(([, text]) => text === label)
  expect(button !== undefined, `The page at ${new URL(pageUrl).origin} has no button "${label}".`)
  form.set(attribute(button[0], 'name'), attribute(button[0], 'value'))
  const origin = new URL(pageUrl).origin
  const answer = await reach(pageUrl, { method: 'POST', body: form, redirect: 'manual', headers: { origin } })
  const location = answer.headers.get('location')
  expect(location !== null, `After "${label}" the page at ${origin} led nowhere: it answered ${answer.status}.`)
  return new URL(location, pageUrl).href
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return value.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&')
}
