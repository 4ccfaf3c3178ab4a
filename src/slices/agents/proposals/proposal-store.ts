import type pg from 'pg'
import { runOnce, statement, type Tx } from '#/kernel/postgres/db.ts'
import { columns, type RowOf } from '#/kernel/postgres/rows.ts'
import type { Fields } from '#/kernel/operation.ts'
import type { Change, Shown } from './changes.ts'

export type ProposalRow = RowOf<typeof proposalColumns> & {
  /** False once the API key that asked for it no longer works. */
  readonly isKeyGood: boolean
  readonly storedInput: Fields
  readonly about: readonly Shown[]
  readonly changes: readonly Change[]
  readonly result: Fields | null
  /** When it was read. */
  readonly now: Temporal.Instant
}

export type NewProposal = {
  readonly platformHolderId: string
  readonly id: string
  readonly actorId: string
  readonly actionRequestId: string
  /** The API key that asks for it; null for a conversation. */
  readonly apiKeyId: string | null
  readonly operationId: string
  readonly input: Fields
  readonly targetVersion: number | null
  readonly about: readonly Shown[]
  readonly changes: readonly Change[]
  readonly timezone: string
  readonly subjects: readonly string[]
}

const minutes = 10

export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<ProposalRow> {
  const { platformHolderId, id, actorId, actionRequestId, operationId, targetVersion, timezone, subjects } = proposal
  const words = [proposal.input, proposal.about, proposal.changes].map((value) => JSON.stringify(value))
  const values = [platformHolderId, id, actorId, actionRequestId, operationId, targetVersion, timezone, subjects]
  const [row] = await tx.rows(insert, [...values, ...words, minutes, proposal.apiKeyId])
  if (!row) throw new Error('The new proposal gave no row')
  return row
}

export type ProposalKey = { readonly platformHolderId: string; readonly actorId: string; readonly id: string }

/** A proposal, for whoever asked for it. */
export async function findProposal(
  tx: Tx,
  { platformHolderId, actorId, id }: ProposalKey,
): Promise<ProposalRow | null> {
  return (await tx.rows(select, [platformHolderId, actorId, id]))[0] ?? null
}

/**
 * Switches a proposal from waiting to executing, unless the key that asked for it no longer works: whoever revokes the key
 * meanwhile comes before or after this transaction as a whole.
 *
 * @returns null for all but the one caller that may execute it
 */
export async function beginExecution(
  tx: Tx,
  { platformHolderId, actorId, id }: ProposalKey,
): Promise<ProposalRow | null> {
  return (await tx.rows(updateExecuting, [platformHolderId, actorId, id]))[0] ?? null
}

/** No execution lasts longer than this, however patient a provider's calls or locks are: whatever still executes was cut off. */
const cutOffAfterMs = 60_000

/** An execution that was cut off. */
export type Interrupted = Pick<ProposalRow, 'platformHolderId' | 'id'>

/** A page of executions that were cut off, of all holders. */
export function listInterrupted(pool: pg.Pool, after: Interrupted | null): Promise<Interrupted[]> {
  return runOnce(pool, selectInterrupted, [cutOffAfterMs, after?.platformHolderId ?? null, after?.id ?? null])
}

/** One of them, locked; null when it was settled meanwhile, or somebody has it locked: then it waits for the next time. */
export async function lockInterrupted(
  tx: Tx,
  { platformHolderId: holder, id }: Interrupted,
): Promise<ProposalRow | null> {
  return (await tx.rows(selectOneInterrupted, [cutOffAfterMs, holder, id]))[0] ?? null
}

export type Outcome =
  | { readonly status: 'succeeded'; readonly result: Fields | null; readonly subjects: readonly string[] }
  | { readonly status: 'failed'; readonly errorCode: string }

/** Ends an execution. @returns false when somebody has ended it before */
export async function endExecution(
  tx: Tx,
  { platformHolderId: holder, id }: Pick<ProposalRow, 'platformHolderId' | 'id'>,
  outcome: Outcome,
): Promise<boolean> {
  const { result, subjects, errorCode } = { result: null, subjects: [], errorCode: null, ...outcome }
  const values = [holder, id, outcome.status, result && JSON.stringify(result), errorCode, subjects]
  return (await tx.rows(updateEnd, values)).length > 0
}

/** Of the key `k` of a proposal `p`. */
const works = `k.platform_holder_id = p.platform_holder_id and k.id = p.api_key_id and k.revoked_at is null and k.expires_at > tijdig_now()`
const proposalColumns = columns(
  'voice_proposal',
  `platform_holder_id, id, actor_id, action_request_id, operation_id, status, stored_input, target_version, about, changes, timezone,
  result, error_code, subjects, created_at, expires_at, confirmed_at, executed_at`,
)
const proposal = `${proposalColumns}, api_key_id is null or exists (select from api_key k where ${works}) as is_key_good, tijdig_now() as now`

const insert = statement<ProposalRow>(
  'insert_voice_proposal',
  `insert into voice_proposal as p (platform_holder_id, id, actor_id, action_request_id, operation_id, target_version, timezone, subjects,
     stored_input, about, changes, created_at, expires_at, api_key_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, tijdig_now(), tijdig_now() + $12 * interval '1 minute', $13)
   returning ${proposal}`,
)
const select = statement<ProposalRow>(
  'select_voice_proposal',
  `select ${proposal} from voice_proposal p where platform_holder_id = $1 and actor_id = $2 and id = $3`,
)
const updateExecuting = statement<ProposalRow>(
  'begin_voice_proposal',
  `with working as (
     select k.id from voice_proposal p join api_key k on ${works}
     where p.platform_holder_id = $1 and p.actor_id = $2 and p.id = $3 for share of k)
   update voice_proposal p set status = 'executing', confirmed_at = tijdig_now()
   where platform_holder_id = $1
     and actor_id = $2
     and id = $3
     and status = 'pending_confirmation'
     and expires_at > tijdig_now()
     and (api_key_id is null or api_key_id in (select id from working))
   returning ${proposal}`,
)
const isInterrupted = `status = 'executing' and confirmed_at <= tijdig_now() - $1 * interval '1 millisecond'`
const selectInterrupted = statement<Interrupted>(
  'list_interrupted_voice_proposals',
  `select platform_holder_id, id from voice_proposal
   where ${isInterrupted} and ($2::uuid is null or (platform_holder_id, id) > ($2, $3::uuid))
   order by platform_holder_id, id limit 100`,
)
const selectOneInterrupted = statement<ProposalRow>(
  'lock_interrupted_voice_proposal',
  `select ${proposal} from voice_proposal p
   where ${isInterrupted} and platform_holder_id = $2 and id = $3 for update skip locked`,
)
const updateEnd = statement(
  'end_voice_proposal',
  `update voice_proposal set status = $3, result = $4, error_code = $5, executed_at = tijdig_now(),
          subjects = array(select distinct unnest(subjects || $6::uuid[]))
   where platform_holder_id = $1 and id = $2 and status = 'executing' returning id`,
)
