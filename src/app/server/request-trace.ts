import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { beginSpan } from '#/kernel/spans.ts'
import { readTraceParent } from '#/kernel/trace-parent.ts'

/** Goes on with the trace that a request comes with; where traces are sent, all its work is a part of its span. */
export function traceRequest(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const from = readTraceParent(request.headers['traceparent'])
  const { config, url = 'none' } = request.routeOptions
  const span = beginSpan(
    `${request.method} ${url}`,
    { 'http.request.method': request.method, 'http.route': url, 'tijdig.request.id': request.id },
    from,
  )
  request.span = span ?? null
  request.traceId = span?.traceId ?? from?.traceId ?? null
  if (config.operationId) span?.set({ 'tijdig.operation': config.operationId })
  if (span) span.within(done)
  else done()
}

export function endTraceOf({ span, appointmentId }: FastifyRequest, { statusCode }: FastifyReply): void {
  if (!span) return
  span.set({
    'http.response.status_code': statusCode,
    ...(appointmentId === null ? {} : { 'tijdig.appointment.id': appointmentId }),
  })
  span.end(statusCode >= 500 ? { code: String(statusCode) } : undefined)
}
