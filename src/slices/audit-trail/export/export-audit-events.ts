import { Type } from 'typebox'
import type { StepsCtx } from '#/kernel/context.ts'
import { FileStream, operation } from '#/kernel/operation.ts'
import type { Position } from '#/kernel/page.ts'
import { HolderPathId, oneOf, strictObject } from '#/kernel/schema.ts'
import { toTrailEvent, type TrailEvent } from '#/slices/audit-trail/trail-event.ts'
import { trailQuery, trailSpan } from '#/slices/audit-trail/trail-query.ts'
import { listTrail, positionOf, type TrailFilter } from '#/slices/audit-trail/trail-store.ts'
import { csvHead, csvOf } from './csv.ts'
import { ocsfOf } from './ocsf.ts'

/** Lines as each format has them. */
const formats = {
  jsonl: { mediaType: 'application/x-ndjson', name: 'audit.jsonl', head: '', line: jsonOf },
  csv: { mediaType: 'text/csv', name: 'audit.csv', head: csvHead, line: csvOf },
  ocsf: { mediaType: 'application/x-ndjson', name: 'audit.ocsf.jsonl', head: '', line: ocsfOf },
} as const

export const exportAuditEvents = operation({
  operationId: 'exportAuditEvents',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/audit-events/export',
  tag: 'Audit trail',
  summary: 'Export who did what with the data of your organization',
  description:
    'The same entries as the list, in its order, as one file of any length: JSON lines, CSV, or JSON lines by OCSF 1.3 (classes 3001, 3002 and 6003) for a SIEM. It is sent while it is read: an answer that breaks off is not complete, so check that the transfer ended well. In CSV a text that a spreadsheet would take for a formula begins with an apostrophe. The export leaves an entry itself, before its first line.',
  role: 'platform_holder_user',
  scope: 'audit:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    ...trailQuery,
    format: Type.Optional(
      oneOf(Object.keys(formats) as (keyof typeof formats)[], { description: '`jsonl` when left out.' }),
    ),
  }),
  body: null,
  success: [200],
  data: Type.Unsafe<string | FileStream>(Type.String({ description: 'One line for each entry.' })),
  file: { mediaType: 'application/x-ndjson', name: 'audit.jsonl', otherTypes: ['text/csv'] },
  // Nobody needs the head of a file that is made while it is sent.
  spendsOnRead: true,
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05' },
    query: { format: 'jsonl', from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
    data: '{"platformHolderId":"0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05","id":"0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09"}\n',
  },
}).handleInSteps(async (ctx, { query }) => {
  const { mediaType, name, head, line } = formats[query.format ?? 'jsonl']
  const pages = pagesOf(ctx, { ...query, ...trailSpan(query, ctx.now) })
  return new FileStream(mediaType, name, linesOf(ctx, pages, head, line))
})

const rowsAtOnce = 500

/** Page by page, each in a transaction of its own; the next is read once the last was taken, so memory stays as it is. */
async function* pagesOf(ctx: StepsCtx, filter: TrailFilter): AsyncGenerator<readonly TrailEvent[]> {
  let after: Position | null = null
  do {
    const { events, next } = await readPage(ctx, filter, after)
    yield events
    after = ctx.gone?.aborted ? null : next
  } while (after !== null)
}

type ReadPage = { readonly events: readonly TrailEvent[]; readonly next: Position | null }

async function readPage({ step }: StepsCtx, filter: TrailFilter, after: Position | null): Promise<ReadPage> {
  const { rows, searchedTo } = await step(({ tx }) => listTrail(tx, filter, { after, size: rowsAtOnce }))
  const page = rows.slice(0, rowsAtOnce)
  const last = rows.length > rowsAtOnce ? page.at(-1) : undefined
  return { events: page.map(toTrailEvent), next: last ? positionOf(last) : searchedTo }
}

type Line = (event: TrailEvent, platformHolderId: string) => string

async function* linesOf(
  { platformHolderId, log, requestId }: StepsCtx,
  pages: AsyncIterable<readonly TrailEvent[]>,
  head: string,
  line: Line,
): AsyncGenerator<string> {
  let isWhole = false
  try {
    if (head !== '') yield head
    for await (const page of pages)
      if (page.length > 0) yield page.map((event) => line(event, platformHolderId)).join('')
    isWhole = true
  } catch (error) {
    // The answer has begun: its connection is cut, by which the reader knows.
    log.error({ err: error, requestId }, 'an export of the trail broke off')
    throw error
  } finally {
    if (!isWhole) log.info({ requestId }, 'an export of the trail did not reach its end')
  }
}

function jsonOf(event: TrailEvent, platformHolderId: string): string {
  return `${JSON.stringify({ platformHolderId, ...event })}\n`
}
