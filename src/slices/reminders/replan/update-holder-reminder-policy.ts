import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { invalid, versionConflict } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ExpectedVersion, extending, strictObject } from '#/kernel/schema.ts'
import { isDeepStrictEqual } from 'node:util'
import { policyParams, policyParamsExample } from '#/slices/reminders/policy/get-holder-reminder-policy.ts'
import type { SmsSender } from '#/slices/reminders/words/policy.ts'
import { getPolicy, getPolicyForUpdate, isSenderOfAnother } from '#/slices/reminders/policy/policy-store.ts'
import {
  changedPolicy,
  policyChanges,
  policyExample,
  PolicyView,
  policyView,
  Replanned,
  toPolicyView,
  toStoredPolicyView,
  type PolicyChanges,
} from '#/slices/reminders/policy/reminder-policy-view.ts'
import { countReplanned, replacePolicy } from './replan-all.ts'
import { isBookableType } from '#/slices/reminders/policy/type-store.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** Number that new holders send from: the one that they may share. */
    readonly sharedSender: string
  }
}

export const updateHolderReminderPolicy = operation({
  operationId: 'updateHolderReminderPolicy',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/reminder-policy',
  tag: 'Reminders',
  summary: 'Change the reminder policy of your organization',
  description:
    'Omitted fields are kept; given fields are replaced as a whole. In the same transaction the unsent reminders of all future appointments are replanned: those of a removed step become cancelled with reason `superseded`, and a step already handed over is never repeated. With `dryRun: true` nothing is written or promised: the response shows the policy as it would be, with its current version, and what would change now. Changes that replan many reminders run one at a time: the next one waits, and one with an old version is rejected at once.',
  role: 'platform_holder_user',
  scope: 'reminders:write',
  auth: ['apiKey', 'browserSession'],
  params: policyParams,
  query: none,
  body: strictObject(
    {
      expectedVersion: ExpectedVersion,
      dryRun: Type.Optional(Type.Boolean({ description: 'Only preview the change; nothing is written.' })),
      ...policyChanges,
    },
    { minProperties: 2 },
  ),
  success: [200],
  data: extending(PolicyView, strictObject({ ...policyView, replanned: Replanned }, { title: 'ReminderPolicyUpdate' })),
  errors: ['VERSION_CONFLICT'],
  example: {
    params: policyParamsExample,
    body: {
      expectedVersion: 1,
      steps: [{ offset: 'P2D', channel: 'preferred', fallback: 'email', kind: 'confirm_prompt' }],
    },
    data: {
      ...policyExample,
      version: 2,
      steps: [{ offset: 'P2D', channel: 'preferred', fallback: 'email', kind: 'confirm_prompt' }],
      replanned: { appointments: 120, reminders: 360 },
    },
  },
}).handle(async (ctx, { body }) => {
  const { expectedVersion, dryRun = false, ...changes } = body
  checkHasChange(changes)
  const isKnownType = await isBookableType(ctx.tx, ctx.platformHolderId, changes.intakeDefaultTypeId ?? null)
  const before = await getPolicy(ctx.tx, ctx.platformHolderId)
  const changed = changedPolicy(before, changes, isKnownType)
  if (before.version !== expectedVersion) throw versionConflict(before.version)
  if (isDeepStrictEqual(changed, before)) return { ...toStoredPolicyView(before), replanned: nothing }

  if (changed.smsSender.value !== before.smsSender.value) await refuseNumberOfAnother(ctx, changed.smsSender)
  const target = { platformHolderId: ctx.platformHolderId, now: ctx.now }
  const policy = { ...changed, version: before.version + 1 }
  if (dryRun) {
    return { ...toPolicyView(changed, before.updatedAt), replanned: await countReplanned(ctx.tx, target, policy) }
  }
  const locked = await getPolicyForUpdate(ctx.tx, ctx.platformHolderId)
  if (locked.version !== expectedVersion) throw versionConflict(locked.version)
  const { row: after, replanned } = await replacePolicy(ctx.tx, target, policy)
  return { ...toStoredPolicyView(after), replanned }
})

const nothing = { appointments: 0, reminders: 0 }

/** Whoever sent from it last would read what people answer to the other. @throws AppError VALIDATION_FAILED */
async function refuseNumberOfAnother({ tx, services }: HolderCtx, { mode, value }: SmsSender): Promise<void> {
  if (mode !== 'numeric' || value === services.sharedSender || !(await isSenderOfAnother(tx, value))) return
  const message = 'Another organization sends from this number. Choose one of your own.'
  throw invalid({ path: 'smsSender.value', code: 'not_allowed', message })
}

/** The schema counts `dryRun` as a field, but it changes nothing. */
function checkHasChange(changes: PolicyChanges): void {
  if (Object.keys(changes).length > 0) return
  throw invalid({ path: 'body', code: 'too_short', message: 'Give at least one field to change.' })
}
