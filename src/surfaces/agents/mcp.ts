import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '#/kernel/errors.ts'
import { answer, openCall } from '#/kernel/execution/execute.ts'
import type { Operation } from '#/kernel/operation.ts'
import type { AgentMessage } from './mcp-message.ts'
import type { AgentAnswer } from './mcp-tools.ts'
import { admit, admittedCaller, type RestOptions } from '#/surfaces/rest/admission.ts'

export type McpOptions = Omit<RestOptions, 'operations'> & {
  /** Does one action for an agent; its contract says who may call any action. */
  readonly executeAction: Operation
}

/**
 * Serves agents in the Model Context Protocol (2025-11-25, streamable HTTP). Each message is a request of its own,
 * admitted as in REST, and nothing is kept between two, so that any API process can answer any of them. There are no
 * streams, sessions or batches, which the protocol leaves optional.
 */
export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  app.route({
    method: 'POST',
    url: '/mcp',
    config: { operationId: options.executeAction.contract.operationId, anonymousCalls: 'refused' },
    bodyLimit: 65_536,
    onRequest: async (request, reply) => {
      refuseOtherOrigins(request, options.services.baseUrl)
      await admit(options.executeAction, options, request, reply)
    },
    handler: async (request, reply) => {
      options.inHand.note(admittedCaller(request).identity.credentialId, reply)
      const { status, headers, parts } = await answerRequest(request, options)
      const length = parts.reduce((sum, part) => sum + part.length, 0)
      return reply
        .code(status)
        .headers({ ...Object.fromEntries(headers), 'cache-control': 'no-store', 'content-length': length })
        .send(Readable.from(parts))
    },
  })
}

/** Refuses DNS rebinding: a page that reaches this server under another name sends it as Origin; agents send none. */
function refuseOtherOrigins({ headers }: FastifyRequest, baseUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== new URL(baseUrl).origin)
    throw new AppError('CSRF_REQUIRED', { message: 'Pages of other origins are not served.' })
}

async function answerRequest(request: FastifyRequest, options: McpOptions): Promise<AgentMessage> {
  const { body, headers } = request
  // One message per request, because each counts against the allowance. The protocol dropped batches in 2025-06-18.
  if (Array.isArray(body))
    throw invalid({ path: 'body', code: 'not_allowed', message: 'Send one message per request, not a batch.' })
  const who = admittedCaller(request)
  const call = openCall(options, { ...who, requestId: request.id }, false)
  // Loaded for the first agent, because it would slow the start of processes that never need it.
  const { answerMessage } = await import('./mcp-message.ts')
  return answerMessage(
    { body, headers },
    {
      services: options.services,
      identity: who.identity,
      async act(operationId, argumentsJson) {
        const input = { params: {}, query: {}, body: { operationId, argumentsJson } }
        return (await answer(call, options.executeAction, input)).data as AgentAnswer
      },
      inTurn: (make) =>
        options.fairTurns.run(who.identity.platformHolderId ?? '', async () => {
          await immediate()
          return make()
        }),
    },
  )
}
