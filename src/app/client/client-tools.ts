import { randomUUID } from 'node:crypto'
import { ApiRefusal, type StaffApi } from './staff-api.ts'

/** The two tools of the agent, as a client registers them with the vendor's. Each answers with a text. */
export type ClientTools = Readonly<Record<string, (parameters: Readonly<Record<string, unknown>>) => Promise<string>>>

type Answer = { readonly proposal: { readonly proposalId: string } | null }

/**
 * Passes what the agent asks for to the API, and the `data` of its answer back; a refusal as `{"error": {code,
 * message}}`. Session, request ids and cookie stay with the client. Neither tool can confirm a proposal.
 *
 * @param sessionRequestId the clientRequestId of the session
 */
export function clientTools(
  api: StaffApi,
  sessionRequestId: string,
  onProposal: (proposalId: string) => void,
): ClientTools {
  return {
    platform_capabilities: ({ operationId }) => {
      const query = operationId === undefined ? '' : `?${new URLSearchParams({ operationId: String(operationId) })}`
      return inWords(() => api.callFor('platform_capabilities', 'GET', `/voice/capabilities${query}`))
    },
    platform_action: ({ operationId, arguments: argumentsJson }) =>
      inWords(async () => {
        const answer = await api.callFor<Answer>('platform_action', 'POST', '/voice/actions', {
          clientRequestId: sessionRequestId,
          actionRequestId: randomUUID(),
          operationId: String(operationId),
          argumentsJson: String(argumentsJson),
        })
        if (answer.proposal) onProposal(answer.proposal.proposalId)
        return answer
      }),
  }
}

async function inWords(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await ask())
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    return JSON.stringify({ error: { code: error.code, message: error.message } })
  }
}
