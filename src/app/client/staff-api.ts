import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '#/app/operator/operator-error.ts'

/** The API as the browser of a member of staff calls it. */
export type StaffApi = {
  /** The answer's data. @throws ApiRefusal when the API says no */
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>
  /** The same for a tool of the agent: marked, so that the API refuses what only a person may do. */
  callFor<T>(tool: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T>
  signOut(): Promise<void>
}

/** The API refused; `code` is one of its closed list. */
export class ApiRefusal extends OperatorError {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const mailWithinMs = 30_000

/**
 * Signs a member of staff of the demo in, with the code that arrives in the sandbox's mailbox. Paths begin after
 * /api/v1/platform-holders/{id}.
 *
 * @throws OperatorError when the service does not answer, or no code arrives
 */
export async function signInStaff(address: {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly email: string
}): Promise<StaffApi> {
  const { baseUrl, sandboxUrl, email } = address
  const own = { origin: baseUrl, 'x-service-csrf': '1', 'content-type': 'application/json' }
  const askedAt = Temporal.Now.instant()
  await send(`${baseUrl}/auth/staff/code`, { method: 'POST', headers: own, body: JSON.stringify({ email }) })
  const code = await mailedCode(sandboxUrl, email, askedAt)
  const body = JSON.stringify({ email, code })
  const session = await send(`${baseUrl}/auth/staff/session`, { method: 'POST', headers: own, body })
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { data } = (await session.json()) as { data: { platformHolderId: string } }
  const holderUrl = `${baseUrl}/api/v1/platform-holders/${data.platformHolderId}`
  const headers = { ...own, cookie }
  async function call<T>(more: object, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const request = { method, headers: { ...headers, ...more }, body: body ? JSON.stringify(body) : null }
    return ((await (await send(holderUrl + path, request)).json()) as { data: T }).data
  }
  return {
    call: (...request) => call({}, ...request),
    callFor: (tool, ...request) => call({ 'x-voice-tool': tool }, ...request),
    async signOut() {
      await send(`${baseUrl}/auth/sign-out`, { method: 'POST', headers })
    },
  }
}

async function mailedCode(sandboxUrl: string, email: string, after: Temporal.Instant): Promise<string> {
  const query = new URLSearchParams({ to: email, after: after.toString() })
  const giveUpAtMs = performance.now() + mailWithinMs
  while (performance.now() < giveUpAtMs) {
    const inbox = (await (await send(`${sandboxUrl}/inbox/email?${query}`)).json()) as { items: { text: string }[] }
    const code = /\b\d{6}\b/.exec(inbox.items.at(-1)?.text ?? '')?.[0]
    if (code) return code
    await sleep(250)
  }
  throw new OperatorError(`No sign-in code came for ${email}. Does a worker run, and may this address sign in?`)
}

async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }).catch((cause: unknown) => {
    throw new OperatorError(`No answer from ${new URL(url).origin}. Is \`npm start\` running in another terminal?`, {
      cause,
    })
  })
  if (answer.ok) return answer
  const { error } = (await answer.json()) as { error?: { code: string; message: string } | string }
  const { code, message } = typeof error === 'object' ? error : { code: 'UNKNOWN', message: String(error) }
  throw new ApiRefusal(code, `${answer.status} ${code}. ${message}`)
}
