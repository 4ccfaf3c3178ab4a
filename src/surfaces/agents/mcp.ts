import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '#/kernel/errors.ts'
import { answer, openCall } from '#/kernel/execute.ts'
import type { Operation } from '#/kernel/operation.ts'
import type { AgentAnswer } from './mcp-tools.ts'
import { admit, admittedCaller, type RestOptions } from '#/surfaces/rest/admission.ts'

export type McpOptions = Omit<RestOptions, 'operations'> & {
  /** Does one action for an agent; its contract says who may ask for any. */
  readonly executeAction: Operation
}

/**
 * Serves agents in the Model Context Protocol (2025-11-25, streamable HTTP). Each message is a request of its own that is
 * let in as in REST, and nothing is kept between two, so that any API process answers any of them. What the protocol
 * lets a server leave out is left out: streams, sessions and batches.
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
      const response = await answerRequest(request, options)
      return reply.header('cache-control', 'no-store').send(response)
    },
  })
}

/** A page that reached this server under a name of its own (DNS rebinding) says so in its Origin; an agent sends none. */
function refuseOtherOrigins({ headers }: FastifyRequest, baseUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== new URL(baseUrl).origin)
    throw new AppError('CSRF_REQUIRED', { message: 'Pages of other origins are not served.' })
}

async function answerRequest(request: FastifyRequest, options: McpOptions): Promise<Response> {
  const { body, headers } = request
  // Each message counts against the allowance, so a request brings one. The protocol has had no batches since 2025-06-18.
  if (Array.isArray(body))
    throw invalid({ path: 'body', code: 'not_allowed', message: 'Send one message a request, not a batch.' })
  const who = admittedCaller(request)
  const call = openCall(options, { ...who, requestId: request.id }, false)
  // Loaded when the first agent comes, so that a process does not start later for what it may never need.
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
    },
  )
}
