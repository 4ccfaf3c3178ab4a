import { randomUUID } from 'node:crypto'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { clientTools } from './client-tools.ts'
import { ApiRefusal, type StaffApi } from './staff-api.ts'

/** A conversation with the agent, typed, and beside it what only a person does: confirming. */
export type Talk = {
  /** Says a sentence. @returns the agent's answer; @throws OperatorError when the conversation has ended */
  say(text: string): Promise<string>
  /** Proposals of this conversation that were not confirmed here, oldest first. */
  openProposals(): readonly string[]
  readProposal(proposalId: string): Promise<TalkProposal>
  confirm(proposalId: string): Promise<TalkProposal>
  /** Hangs up, and says so. */
  end(): Promise<void>
}

export type TalkProposal = {
  readonly proposalId: string
  readonly operationId: string
  readonly status: string
  readonly about: readonly { readonly path: string; readonly value: unknown }[]
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[]
  readonly errorCode: string | null
  readonly mayHaveApplied: boolean
}

type Frame = {
  readonly type: string
  readonly ping_event?: { readonly event_id: number }
  readonly agent_response_event?: { readonly agent_response: string }
  readonly client_tool_call?: {
    readonly tool_name: string
    readonly tool_call_id: string
    readonly parameters: Readonly<Record<string, unknown>>
  }
}

const answerWithinMs = 60_000

/**
 * Opens a session and holds its conversation over the vendor's WebSocket protocol, as text.
 *
 * @throws OperatorError when the conversation cannot be opened
 */
export async function openTalk(api: StaffApi, locale: 'nl' | 'en', timeZone: string): Promise<Talk> {
  const clientRequestId = randomUUID()
  const { signedUrl } = await api.call<{ signedUrl: string | null }>('POST', '/voice/sessions', {
    clientRequestId,
    locale,
  })
  if (signedUrl === null) throw new OperatorError('The session has no signed URL.')
  const open = new Set<string>()
  const tools = clientTools(api, clientRequestId, (proposalId) => open.add(proposalId))
  const socket = new WebSocket(signedUrl, ['convai'])
  const begun = Promise.withResolvers<void>()
  let waiting: PromiseWithResolvers<string> | null = null
  const send = (frame: object) => socket.send(JSON.stringify(frame))

  async function answerCall(call: NonNullable<Frame['client_tool_call']>): Promise<void> {
    const tool = tools[call.tool_name]
    const result = await (tool ? tool(call.parameters) : Promise.reject(new Error('no such tool'))).then(
      (text) => ({ result: text, is_error: false }),
      (error: unknown) => ({ result: error instanceof Error ? error.message : String(error), is_error: true }),
    )
    if (socket.readyState === WebSocket.OPEN)
      send({ type: 'client_tool_result', tool_call_id: call.tool_call_id, ...result })
  }

  socket.addEventListener('open', () =>
    send({
      type: 'conversation_initiation_client_data',
      conversation_config_override: { agent: { language: locale }, conversation: { text_only: true } },
      dynamic_variables: { time_zone: timeZone },
    }),
  )
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame
    if (frame.type === 'conversation_initiation_metadata') begun.resolve()
    if (frame.ping_event) send({ type: 'pong', event_id: frame.ping_event.event_id })
    if (frame.agent_response_event) waiting?.resolve(frame.agent_response_event.agent_response)
    if (frame.client_tool_call) void answerCall(frame.client_tool_call)
  })
  socket.addEventListener('close', ({ code, reason }) => {
    const ended = new OperatorError(`The conversation has ended (${code}${reason ? `: ${reason}` : ''}).`)
    begun.reject(ended)
    waiting?.reject(ended)
  })
  await begun.promise

  return {
    async say(text) {
      if (socket.readyState !== WebSocket.OPEN) throw new OperatorError('The conversation has ended.')
      waiting = Promise.withResolvers<string>()
      const patience = setTimeout(
        () => waiting?.reject(new OperatorError('The agent does not answer.')),
        answerWithinMs,
      )
      send({ type: 'user_message', text })
      return waiting.promise.finally(() => clearTimeout(patience))
    },
    openProposals: () => [...open],
    readProposal: (id) => api.call('GET', `/voice/proposals/${encodeURIComponent(id)}`),
    async confirm(id) {
      const path = `/voice/proposals/${encodeURIComponent(id)}/confirm`
      try {
        const proposal = await api.call<TalkProposal>('POST', path, { confirmed: true })
        open.delete(id)
        return proposal
      } catch (error) {
        // A refused proposal stays refused; one without an answer may be confirmed again.
        if (error instanceof ApiRefusal) open.delete(id)
        throw error
      }
    },
    async end() {
      socket.close(1000)
      await api.call('POST', '/voice/sessions', { clientRequestId, ended: true })
    },
  }
}
