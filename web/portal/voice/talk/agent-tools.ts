import { ApiError } from '#web/api/api-error.ts'
import { callForAgent } from '#web/api/client.ts'

type Parameters = Readonly<Record<string, unknown>>

/**
 * The agent's two tools, each returning text. They read and store proposals; neither can confirm one.
 *
 * @param clientRequestId that of the session
 */
export function agentTools(
  platformHolderId: string,
  clientRequestId: string,
  onProposal: (proposalId: string) => void,
): Record<string, (parameters: Parameters) => Promise<string>> {
  const params = { platformHolderId }
  return {
    platform_capabilities: ({ operationId }) => {
      const query = operationId === undefined ? {} : { operationId: String(operationId) }
      return inWords(callForAgent('platform_capabilities', 'getHolderVoiceCapabilities', { params, query }))
    },
    platform_action: async ({ operationId, arguments: argumentsJson }) => {
      const body = {
        clientRequestId,
        actionRequestId: crypto.randomUUID(),
        operationId: String(operationId),
        argumentsJson: String(argumentsJson),
      }
      const answer = callForAgent('platform_action', 'executeHolderVoiceAction', { params, body })
      const text = await inWords(answer)
      const { proposal } = await answer.catch(() => ({ proposal: null }))
      if (proposal) onProposal(proposal.proposalId)
      return text
    },
  }
}

/** The answer as text for the agent; an API error as its code. */
async function inWords(answer: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await answer)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return JSON.stringify({ error: { code: error.code, message: error.message } })
  }
}
