import type { TraceParent } from './trace-parent.ts'

/**
 * What is known of a span besides its name: ids, names of operations, statements and tasks. Never SQL, a query, an address or
 * anything of a person.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** One piece of work in a trace. */
export type Span = {
  readonly traceId: string
  /** Does work in which spans that begin are parts of this one. */
  within<T>(work: () => T): T
  set(attributes: Attributes): void
  /** @param failure what was thrown: its code or type is told, never its message */
  end(failure?: unknown): void
}

/** What makes spans. */
export type Tracer = (name: string, attributes: Attributes, from: TraceParent | null) => Span

// One for the process, because a trace goes through everything, also what knows of nothing but its transaction.
let tracer: Tracer | null = null

/** From now on spans are made, or with null no more. Without one nothing is made, kept or loaded. */
export function traceWith(given: Tracer | null): void {
  tracer = given
}

/** Begins a span; undefined where nothing is traced. */
export function beginSpan(
  name: string,
  attributes: Attributes = {},
  from: TraceParent | null = null,
): Span | undefined {
  return tracer?.(name, attributes, from)
}

/** Does work as a span. @param attributes asked for only where something is traced */
export async function inSpan<T>(name: string, attributes: () => Attributes, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work()
  const span = tracer(name, attributes(), null)
  return span.within(() => ended(span, work()))
}

/** Ends a span with a piece of work. */
export async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    const result = await work
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
