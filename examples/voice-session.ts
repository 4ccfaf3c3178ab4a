import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TextConversation } from '@elevenlabs/client'
import {
  addressesOf,
  callerOf,
  codeIn,
  dataCallerOf,
  expect,
  productNow,
  reach,
  readMessage,
  readOptions,
  Refusal,
  runExample,
  Stop,
  until,
  type Call,
} from './client.ts'

// What the page of a member of staff does with the voice agent: sign in, open a conversation with the vendor's own client,
// answer the agent's two tools from the API, and confirm what it proposes, which the agent itself cannot. Typed, with the twin:
//   npm run -s node -- examples/voice-session.ts
// When the server goes away in the middle of a confirmation, it waits and says what became of it.

const options = readOptions({
  staff: { type: 'string' },
  'base-url': { type: 'string' },
  'sandbox-url': { type: 'string' },
})
const { baseUrl, sandboxUrl } = addressesOf(options)
const sandbox = callerOf(sandboxUrl)
const timezone = 'Europe/Amsterdam'
const visitor = 'Tess Voorbeeld'

type Proposal = {
  readonly proposalId: string
  readonly operationId: string
  readonly status: string
  readonly about: readonly { readonly path: string; readonly value: unknown }[]
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[]
  readonly mayHaveApplied: boolean
  readonly errorCode: string | null
  readonly expiresAt: string
}

await runExample(async () => {
  const { cookie, holder } = await signIn(options.staff ?? (await firstOfStaff()))
  const proof = { cookie, origin: baseUrl, 'x-service-csrf': '1' }
  const inHolder =
    (api: Call): Call =>
    (method, path, body) =>
      api(method, `/platform-holders/${holder}${path}`, body)
  const staff = inHolder(dataCallerOf(baseUrl, proof))
  // The mark by which the server knows that no person made a call.
  const agent = inHolder(dataCallerOf(baseUrl, { ...proof, 'x-voice-tool': 'client' }))
  await bookTomorrow(staff)
  const { say, proposals, end } = await converse(staff, agent)
  await say('wie komt er morgen?')
  await say(`verzet ${visitor} naar overmorgen half elf`)
  await confirm(staff, proposals.pop())
  await say('annuleer die omdat de praktijk dicht is')
  await confirm(staff, proposals.pop())
  await end()
  await callerOf(baseUrl, proof)('POST', '/auth/sign-out')
  console.log('Signed out.')
})

/** The first member of staff of the demo. */
async function firstOfStaff(): Promise<string> {
  const { holders } = await sandbox<{ holders: { staff: { email: string }[] }[] }>('GET', '/demo')
  const email = holders[0]?.staff[0]?.email
  expect(email !== undefined, 'The demo has no staff: name somebody with --staff.')
  return email
}

async function signIn(email: string): Promise<{ cookie: string; holder: string }> {
  const asked = Temporal.Now.instant()
  const auth = callerOf(baseUrl, { origin: baseUrl })
  await auth('POST', '/auth/staff/code', { email })
  const otherwise = `No code came to ${email}. Is it staff of a platform holder?`
  const code = codeIn(await readMessage(sandbox, 'email', { to: email, after: asked, otherwise }))
  const response = await reach(`${baseUrl}/auth/staff/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, code }),
  })
  expect(response.ok, `The code was refused: ${response.status}.`)
  const { data } = (await response.json()) as { data: { platformHolderId: string } }
  console.log(`Signed in as ${email}.`)
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', holder: data.platformHolderId }
}

/** Somebody to speak of. */
async function bookTomorrow(staff: Call): Promise<void> {
  const today = (await productNow(sandbox)).toZonedDateTimeISO(timezone).toPlainDate()
  const startsAt = today.add({ days: 1 }).toZonedDateTime({ timeZone: timezone, plainTime: '09:30' })
  await staff('POST', '/appointments', {
    clientRequestId: randomUUID(),
    startsAt: startsAt.toInstant().toString(),
    endsAt: startsAt.add({ minutes: 20 }).toInstant().toString(),
    timezone,
    recipient: { displayName: visitor, email: 'tess@example.com' },
  })
}

/** Opens a conversation. What the agent asks for is passed on; the session, the cookie and the ids of requests stay here. */
async function converse(staff: Call, agent: Call) {
  const clientRequestId = randomUUID()
  const { signedUrl } = await staff<{ signedUrl: string | null }>('POST', '/voice/sessions', {
    clientRequestId,
    locale: 'nl',
  })
  expect(signedUrl !== null, 'The session has no signed URL.')
  const proposals: string[] = []
  let heard = Promise.withResolvers<string>()
  const conversation = await TextConversation.startSession({
    signedUrl,
    connectionType: 'websocket',
    textOnly: true,
    overrides: { agent: { language: 'nl' } },
    dynamicVariables: { time_zone: timezone },
    clientTools: {
      platform_capabilities: ({ operationId }: { operationId?: string }) =>
        asText(() => agent('GET', `/voice/capabilities${operationId ? `?operationId=${operationId}` : ''}`)),
      platform_action: (call: { operationId: string; arguments: string }) =>
        asText(async () => {
          const { operationId, arguments: argumentsJson } = call
          const action = { clientRequestId, actionRequestId: randomUUID(), operationId, argumentsJson }
          type Answer = { proposal: { proposalId: string } | null }
          const answer = await agent<Answer>('POST', '/voice/actions', action)
          if (answer.proposal) proposals.push(answer.proposal.proposalId)
          return answer
        }),
    },
    onMessage: ({ role, message }) => role === 'agent' && heard.resolve(message),
    onDisconnect: () => heard.reject(new Stop('The agent ended the conversation.')),
  })
  return {
    proposals,
    async say(text: string): Promise<void> {
      heard = Promise.withResolvers()
      conversation.sendUserMessage(text)
      console.log(`> ${text}\n${await heard.promise}`)
    },
    async end(): Promise<void> {
      heard.promise.catch(() => undefined)
      await conversation.endSession()
    },
  }
}

/** What a tool of the agent answers: text, also when the API refuses. */
async function asText(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await ask())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return JSON.stringify({ error: { code: error.code, message: error.message } })
  }
}

/** What a person does: reads what is stored, and confirms that. */
async function confirm(staff: Call, proposalId: string | undefined): Promise<void> {
  expect(proposalId !== undefined, 'The agent proposed nothing.')
  const path = `/voice/proposals/${proposalId}`
  const proposal = await staff<Proposal>('GET', path)
  console.log(`A person reads: ${proposal.operationId}`)
  for (const { path, value } of proposal.about) console.log(`  ${path}: ${JSON.stringify(value)}`)
  for (const { path, before, after } of proposal.changes)
    console.log(`  ${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
  console.log('and confirms.')
  const ended = await staff<Proposal>('POST', `${path}/confirm`, { confirmed: true }).catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    return whatBecameOf(staff, path)
  })
  console.log(`It ${ended.status}${ended.errorCode ? ` (${ended.errorCode})` : ''}.`)
}

/** After a confirmation without an answer: nothing is repeated before it is known what became of it. */
async function whatBecameOf(staff: Call, path: string): Promise<Proposal> {
  console.log('The server went away while it was confirmed.')
  let seen = ''
  for (;;) {
    const proposal = await until(() => staff<Proposal>('GET', path).catch(() => null), {
      patienceMs: 60_000,
      otherwise: 'The server did not come back.',
    })
    const { status, mayHaveApplied } = proposal
    if (status === 'succeeded' || status === 'failed') return proposal
    if (status !== seen) console.log(`It is ${status}${mayHaveApplied ? ' and may have been applied' : ''}.`)
    seen = status
    // Ten seconds of the sandbox's clock, so that nobody has to wait for them.
    await sandbox('POST', '/clock', { advance: 'PT10S' })
    await sleep(500)
  }
}
