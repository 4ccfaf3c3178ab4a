import { Type } from 'typebox'
import type { HolderCtx } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { none, operation, withStatus } from '#/kernel/operation.ts'
import { ClientRequestId, HolderPathId, strictObject } from '#/kernel/schema.ts'
import { allowMessages } from '#/slices/reminders/reminders.ts'
import { getBatch } from '#/slices/batches/reading/batch-store.ts'
import { insertBatch, lockBatches } from '#/slices/batches/work/confirmed-store.ts'
import { batchExample, batchParamsExample, HolderBatch, toBatch } from '#/slices/batches/reading/batch-view.ts'
import type { Chosen } from '#/slices/batches/choose/chosen-store.ts'
import { choose, holdSeconds, leavingAt, telling } from '#/slices/batches/choose/choose.ts'
import { readPreviewToken, tokenMaxLength, type Previewed } from '#/slices/batches/choose/preview-token.ts'

/** Most batches of a holder that still have something to apply. */
const atWorkMax = 2

export const createHolderBatch = operation({
  operationId: 'createHolderBatch',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/batches',
  tag: 'Batches',
  summary: 'Confirm a batch that was previewed',
  description: `Exactly what the preview showed: when an appointment came, went or changed since, 409 \`VERSION_CONFLICT\` says how many, and a new preview is needed. For ${holdSeconds} seconds nothing happens and it can be undone. Then each appointment is changed and its person told, nearest start first, also those whom no message had told of it and whatever the policy says of notices. At most ${atWorkMax} batches are at work at once, and 2,000 of their messages leave in a day without a look by the operator.`,
  role: 'platform_holder_user',
  scope: 'batches:write',
  auth: ['browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    previewToken: Type.String({
      minLength: 1,
      maxLength: tokenMaxLength,
      description: 'Of the preview that is confirmed.',
      examples: ['eyJhY3Rpb24iOiJjYW5jZWwifQ.Zm9yLWlsbHVzdHJhdGlvbg'],
    }),
  }),
  success: [201],
  data: HolderBatch,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: { platformHolderId: batchParamsExample.platformHolderId },
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e94',
      previewToken: 'eyJhY3Rpb24iOiJjYW5jZWwifQ.Zm9yLWlsbHVzdHJhdGlvbg',
    },
    data: batchExample,
  },
}).handle(async (ctx, { body }) => {
  const { tx, identity, platformHolderId, now } = ctx
  const by = { platformHolderId, actorId: identity.actorId }
  const previewed = readPreviewToken(ctx.services.keys.pageToken, body.previewToken, by, now)
  if ((await lockBatches(tx)) >= atWorkMax)
    throw new AppError('STATE_CONFLICT', { message: `${atWorkMax} batches are at work. Wait until one is applied.` })
  const id = newId()
  await confirm(ctx, id, previewed)
  return withStatus(201, toBatch(await getBatch(tx, id)))
})

async function confirm(ctx: HolderCtx, id: string, { input, appointments }: Previewed): Promise<void> {
  const items = await choose(ctx, input)
  throwIfChanged(appointments, items)
  if (items.length === 0) throw new AppError('STATE_CONFLICT', { message: 'There is no such appointment.' })
  ctx.touch(id, ...items.flatMap((item) => [item.id, item.holderRecipientId]))
  const { people } = await telling(ctx, input, items)
  const messages = people.filter(({ channel }) => channel !== null).length
  insertBatch(ctx.tx, {
    id,
    action: input.action,
    reason: input.reason,
    delayMinutes: input.delayMinutes ?? null,
    messages,
    createdBy: ctx.identity.actorId,
    runsAt: leavingAt(ctx.now),
    items,
  })
  allowMessages(ctx.tx, id, messages)
}

/** @throws AppError VERSION_CONFLICT with the difference, when it is no longer what was previewed */
function throwIfChanged(previewed: Previewed['appointments'], items: readonly Chosen[]): void {
  const before = new Map(previewed)
  const after = new Set(items.map(({ id }) => id))
  const added = items.filter(({ id }) => !before.has(id)).length
  const changed = items.filter(({ id, version }) => before.has(id) && before.get(id) !== version).length
  const gone = previewed.filter(([id]) => !after.has(id)).length
  if (added + changed + gone === 0) return
  throw new AppError('VERSION_CONFLICT', {
    message: `Since the preview ${added} appointments were added, ${changed} were changed and ${gone} are gone. Look at a new preview.`,
    details: Object.entries({ added, changed, gone })
      .filter(([, number]) => number > 0)
      .map(([what, number]) => ({ path: 'previewToken', code: 'conflict', message: `${what}: ${number}` })),
  })
}
