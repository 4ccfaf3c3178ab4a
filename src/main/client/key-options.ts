import { Command, InvalidArgumentError, Option } from 'commander'
import { checkTypes } from '#/app/client/events/example.ts'
import { forward, secretOf, type Forwarded, type Message } from '#/app/client/events/forward.ts'
import { openKeyApi, type KeyApi } from '#/app/client/key-api.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { readApiKey, serviceUrl } from '#/main/service-access.ts'
import { safeText } from '#/main/terminal/command-output.ts'
import { terminal } from '#/main/terminal/terminal.ts'

export type KeyFlags = { readonly url: string; readonly json?: true }

/** A command that needs nothing but a key and an address. */
export function keyCommand(name: string, description: string, json: string): Command {
  return new Command(name)
    .description(description)
    .option('--url <url>', 'address of the service', serviceUrl())
    .option('--json', json)
    .addHelpText('after', '\nThe API key is read from the environment variable TIJDIG_API_KEY. See docs/events.md.')
}

/** @throws Error that says how to get one */
export function neededKey(): string {
  const apiKey = readApiKey()
  if (apiKey === null)
    throw new OperatorError(
      'TIJDIG_API_KEY is not set: a member of staff makes an API key with the scope webhooks:read in the portal, and you put it in the environment. For the demo: export TIJDIG_API_KEY="$(npm run -s tijdig -- demo key)"',
    )
  return apiKey
}

/** How long a command waits for a service that is away: what follows something, until somebody ends it. */
export const patience = { follow: Infinity, once: 4 } as const

/** Opens the API with the key of the environment, and says on standard error when it has to wait. */
export function openApi(
  scope: string,
  { url }: KeyFlags,
  attempts: number,
  signal = new AbortController().signal,
): Promise<KeyApi> {
  return openKeyApi(scope, {
    baseUrl: url,
    apiKey: neededKey(),
    signal,
    attempts,
    firstPauseMs: 500,
    onPause: (ms, why) => complain(`Waiting ${(ms / 1_000).toFixed(1)} s: ${why}.`),
    onBack: () => complain('The service answers again.'),
  })
}

export function say(line: string): void {
  terminal().stdout.write(`${safeText(line)}\n`)
}

export function complain(line: string): void {
  terminal().stderr.write(`${safeText(line)}\n`)
}

/** `--forward-to URL`; `localhost:3000/tijdig` is one too. */
export function forwardOption(): Option {
  return new Option('--forward-to <url>', 'address of your receiver, such as localhost:3000/tijdig').argParser(parseUrl)
}

function parseUrl(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(url) || new URL(url).hostname === '')
    throw new InvalidArgumentError('It is a web address such as http://localhost:3000/tijdig.')
  return url
}

/** What a receiver answers to a signature that it does not take. */
const refusals: ReadonlySet<number | null> = new Set([400, 401, 403])

/** Forwards to a receiver with the secret of the key; where it refuses, standard error says once what to look at. */
export function forwarder(url: string): (message: Message, signal?: AbortSignal) => Promise<Forwarded> {
  const secret = secretOf(neededKey())
  let isSaid = false
  return async (message, signal = new AbortController().signal) => {
    const forwarded = await forward({ url, secret }, message, signal)
    if (!isSaid && refusals.has(forwarded.status)) {
      isSaid = true
      complain('If it refuses the signature, give it the secret of this key: `tijdig listen --print-secret` prints it.')
    }
    return forwarded
  }
}

/** `--types a,b`. @throws OperatorError which says what was meant */
export function typesOption(): Option {
  return new Option('--types <types>', 'only these types, with commas between').argParser((text) => {
    const types = text
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== '')
    checkTypes(types)
    return types
  })
}

/** `--since SEQUENCE`. */
export function sinceOption(): Option {
  return new Option('--since <sequence>', 'go on behind this event (default: what happens from now on)').argParser(
    (text) => {
      if (!/^\d{1,15}$/.test(text))
        throw new InvalidArgumentError('It is the sequence of an event; 0 is the beginning.')
      return Number(text)
    },
  )
}
