import { Type, type Static } from 'typebox'
import { timedOutAfterMs, vitality } from '#/kernel/flow/vitality.ts'
import { described, formatInstant, formatInstantOrNull, Instant, oneOf, strictObject } from '#/kernel/schema.ts'
import type { LookupRow } from './store.ts'

/** Lower-case UUID of one deliberate look-up (contract, Company lookup progress). */
export const LookupRequestId = Type.String({
  title: 'LookupRequestId',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'New for every look-up. Reusing the latest one gives 429 COMPANY_LOOKUP_REPEATED.',
  examples: ['7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11'],
})

export const CompanyLookupProgress = strictObject(
  {
    requestId: Type.String({
      pattern: '^[a-f0-9-]{36}$',
      description: 'The requestId of the look-up.',
      examples: ['7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e11'],
    }),
    status: oneOf(['running', 'completed', 'failed', 'stalled', 'timed_out'], {
      description: '`stalled` after 20 s without progress, `timed_out` after 30 s.',
    }),
    phase: oneOf(['search', 'detail'], { description: 'Whether it searches or fetches one company.' }),
    startedAt: described(Instant, 'When it began.'),
    updatedAt: described(Instant, 'When it last made progress.'),
    completedAt: Type.String({
      maxLength: 500,
      description: 'When it ended; empty while it runs.',
      examples: ['2026-12-03T13:30:04.000Z'],
    }),
    errorCode: Type.String({
      maxLength: 500,
      description: 'Why it failed or timed out, or empty.',
      examples: ['PROVIDER_TIMEOUT'],
    }),
  },
  { title: 'CompanyLookupProgress' },
)
export type CompanyLookupProgress = Static<typeof CompanyLookupProgress>

/** What the progress of a look-up that timed out shows. */
export const timedOutCode = 'PROVIDER_TIMEOUT'

export type LookupPhase = CompanyLookupProgress['phase']

/** The progress at an instant. */
export function toProgress(row: LookupRow, now: Temporal.Instant): CompanyLookupProgress {
  const status = row.status === 'running' ? vitality(row.updatedAt, now) : row.status
  const isGivenUp = row.status === 'running' && status === 'timed_out'
  const completedAt = isGivenUp ? row.updatedAt.add({ milliseconds: timedOutAfterMs }) : row.completedAt
  return {
    requestId: row.requestId,
    status,
    phase: row.phase,
    startedAt: formatInstant(row.startedAt),
    updatedAt: formatInstant(row.updatedAt),
    completedAt: formatInstantOrNull(completedAt) ?? '',
    errorCode: isGivenUp ? timedOutCode : (row.errorCode ?? ''),
  }
}
