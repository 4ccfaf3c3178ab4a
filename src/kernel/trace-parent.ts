/** Where a request comes from, as its `traceparent` header says (W3C Trace Context, level 1). */
export type TraceParent = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean }

/** @returns null for what is no such header: then it is as if there were none */
export function readTraceParent(header: unknown): TraceParent | null {
  if (typeof header !== 'string') return null
  // A later version may have more fields; `ff` is none.
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header) ?? []
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
