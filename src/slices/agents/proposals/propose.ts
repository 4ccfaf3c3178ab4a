import type { Action } from '#/surfaces/agents/action.ts'
import type { HolderCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { requestedPage, refuse } from '#/kernel/execution/execute.ts'
import { newId } from '#/kernel/ids.ts'
import type { Fields } from '#/kernel/operation.ts'
import { formatInstant } from '#/kernel/schema.ts'
import { getHolderContext, isTimeZone } from '#/slices/holders/holders.ts'
import { changesOf, valueAt } from './changes.ts'
import { insertProposal } from './proposal-store.ts'

/**
 * Stores what an agent wants changed, with the target as it is now, for a person to confirm.
 *
 * @throws AppError NOT_FOUND, or SCOPE_MISSING when the caller may not read what they want to change
 */
export async function propose(
  ctx: HolderCtx,
  action: Action,
  input: Fields,
  actionRequestId: string,
): Promise<{ proposalId: string; expiresAt: string }> {
  const { platformHolderId, identity } = ctx
  const { contract } = action.operation
  const subjects: string[] = []
  const touch = (...ids: string[]) => {
    subjects.push(...ids)
    ctx.touch(...ids)
  }
  const [found, holder] = await Promise.all([readTarget({ ...ctx, touch }, action, input), getHolderContext(ctx.tx)])
  const version = found?.version
  const zones = [input.timezone, found?.timezone].map((zone) => (typeof zone === 'string' ? zone : ''))
  const row = await insertProposal(ctx.tx, {
    platformHolderId,
    id: newId(),
    actorId: identity.actorId,
    actionRequestId,
    apiKeyId: identity.authentication === 'api_key' ? identity.credentialId : null,
    operationId: action.operationId,
    input,
    targetVersion: typeof version === 'number' ? version : null,
    about: (contract.target?.shows ?? []).map((path) => ({ path, value: valueAt(found, path) })),
    changes: changesOf(input, found, { ...action, ids: idsOf(action), target: contract.target }),
    timezone: zones.find(isTimeZone) ?? holder.defaultTimezone,
    subjects,
  })
  ctx.touch(row.id)
  return { proposalId: row.id, expiresAt: formatInstant(row.expiresAt) }
}

/**
 * What an action would change, as it is now; null for one that makes something new.
 *
 * @throws AppError NOT_FOUND, SCOPE_MISSING
 */
export async function readTarget(ctx: HolderCtx, { operation, reader }: Action, input: Fields): Promise<Fields | null> {
  if (!reader) return null
  refuse(reader, ctx.identity)
  const { params, query } = reader.contract
  const ids = Object.keys(params.properties).map((name) => [name, input[name]])
  const whole = 'pageSize' in query.properties ? { pageSize: '100' } : {}
  const asked = { params: { ...Object.fromEntries(ids), platformHolderId: ctx.platformHolderId }, query: whole }
  const page = requestedPage(reader.contract, ctx.identity, asked, ctx.services.keys.pageToken)
  const data = (await reader.handle(ctx, { ...asked, body: undefined, page })) as Fields
  const part = operation.contract.target?.part
  const found = part ? part(data, input) : data
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

function idsOf({ operation }: Action): ReadonlySet<string> {
  return new Set(Object.keys(operation.contract.params.properties))
}
