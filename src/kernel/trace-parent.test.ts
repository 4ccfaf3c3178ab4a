import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceParent } from './trace-parent.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

test('a trace from outside is gone on with', () => {
  assert.deepEqual(readTraceParent(`00-${trace}-${span}-01`), { traceId: trace, spanId: span, isSampled: true })
  assert.equal(readTraceParent(`00-${trace}-${span}-02`)?.isSampled, false)
  assert.equal(readTraceParent(`01-${trace}-${span}-01-later`)?.traceId, trace)
})

test('what is no trace is as if it were not there', () => {
  for (const header of [
    undefined,
    '',
    `00-${trace}-${span}`,
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${span}-0x`,
    [`00-${trace}-${span}-01`, `00-${trace}-${span}-01`],
  ])
    assert.equal(readTraceParent(header), null, String(header))
})
