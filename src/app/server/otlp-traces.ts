import { AsyncLocalStorage } from 'node:async_hooks'
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '#/kernel/log.ts'
import { traceWith, type Tracer } from '#/kernel/spans.ts'

export type Traces = {
  /** Hands over what is left, as far as somebody takes it. */
  stop(): Promise<void>
}

/** Longer than this a process that ends does not wait for a collector. */
const patienceMs = 2_000

const complaintEveryMs = 60_000

/**
 * Sends traces by OTLP over HTTP. Nothing is instrumented by itself: what begins spans is in the code (`beginSpan`).
 *
 * @param endpoint of a collector, to which `/v1/traces` is added
 * @param share of the traces that begin here; one that comes from outside is kept as its caller says
 */
export function startTraces(endpoint: string, share: number, log: Log): Traces {
  noteFailures(log)
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: patienceMs })
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const made = provider.getTracer('tijdig')
  // In place of the library's own, which is global and one for all.
  const contexts = new AsyncLocalStorage<Context>()
  const tracer: Tracer = (name, attributes, from) => {
    const parent =
      from === null
        ? (contexts.getStore() ?? ROOT_CONTEXT)
        : trace.setSpanContext(ROOT_CONTEXT, {
            traceId: from.traceId,
            spanId: from.spanId,
            traceFlags: from.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
            isRemote: true,
          })
    const span = made.startSpan(name, { attributes: writable(attributes) }, parent)
    const inner = trace.setSpan(parent, span)
    return {
      traceId: span.spanContext().traceId,
      within: (work) => contexts.run(inner, work),
      set: (more) => void span.setAttributes(writable(more)),
      end(failure) {
        if (failure !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', typeOf(failure))
        }
        span.end()
      },
    }
  }
  traceWith(tracer)
  return {
    async stop() {
      traceWith(null)
      // What nobody takes is lost, and no reason to end badly.
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces were not handed over'))
      diag.disable()
    },
  }
}

/** A collector that is away fails once a second. */
function noteFailures(log: Log): void {
  let notedAt = Number.NEGATIVE_INFINITY
  const note = () => {
    if (performance.now() - notedAt < complaintEveryMs) return
    notedAt = performance.now()
    log.warn('traces are not handed over: look whether OTEL_EXPORTER_OTLP_ENDPOINT names a collector that runs')
  }
  const nothing = () => undefined
  diag.setLogger(
    { error: note, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}

function writable(attributes: Parameters<Tracer>[1]) {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  )
}

/** The code of an error, or its type; its message may quote what it is about. */
function typeOf(failure: unknown): string {
  const { code, name } = failure as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}
