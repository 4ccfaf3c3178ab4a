import { invalid, type Fault } from '#/kernel/errors.ts'
import type { HolderCtx } from '#/kernel/context.ts'
import { localeOf } from '#/locales/locales.ts'
import { textIn } from '#/messages/catalogues/locales.ts'
import { getHolderContext, type HolderContext } from '#/slices/holders/holders.ts'
import { hasLayout } from '#/slices/layouts/layouts.ts'
import { parseOffset, validateSteps } from '#/slices/reminders/reminders.ts'
import type { TypeChanges, WritableType } from './appointment-type.ts'

/**
 * Refuses fields that cannot be stored, whichever type they are for.
 *
 * @throws AppError VALIDATION_FAILED with every fault
 */
export async function checkChanges(ctx: Pick<HolderCtx, 'tx'>, changes: TypeChanges): Promise<void> {
  const holder = await getHolderContext(ctx.tx)
  const faults = [
    ...nameFaults(changes, holder),
    ...locationFaults(changes, holder),
    ...planFaults(changes),
    ...deadlineFaults(changes),
  ]
  if (changes.layoutId && !(await hasLayout(ctx.tx, changes.layoutId)))
    faults.push({ path: 'layoutId', code: 'not_allowed', message: 'There is no such layout.' })
  if (faults.length > 0) throw invalid(...faults.slice(0, 50))
}

/** The type with the given fields replaced, each as a whole but for the recipient's actions, which are merged. */
export function changedType(before: WritableType, changes: TypeChanges): WritableType {
  return { ...before, ...changes, recipientActions: { ...before.recipientActions, ...changes.recipientActions } }
}

function nameFaults({ name }: TypeChanges, { defaultLocale }: HolderContext): Fault[] {
  if (name === undefined || name.nl !== undefined) return []
  if (textIn(name, [defaultLocale]) !== null) return []
  const message = `Give the name in nl or in the default locale of your organization (${localeOf(defaultLocale) ?? 'nl'}).`
  return [{ path: 'name', code: 'required', message }]
}

function locationFaults({ locationIds }: TypeChanges, { schedulingSetup }: HolderContext): Fault[] {
  const known = new Set(schedulingSetup?.locations.map((location) => location.id))
  return (locationIds ?? []).flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            path: `locationIds.${index}`,
            code: 'not_allowed' as const,
            message: 'Not a location of your scheduling set-up.',
          },
        ],
  )
}

function planFaults({ reminderPlan }: TypeChanges): Fault[] {
  return validateSteps(reminderPlan?.steps ?? [], 'reminderPlan.steps').map((fault) => ({
    ...fault,
    path: fault.path.replaceAll(/\[(\d+)\]/g, '.$1'),
  }))
}

function deadlineFaults({ recipientActions }: TypeChanges): Fault[] {
  const deadline = recipientActions?.deadline ?? null
  const parsed = deadline === null ? null : parseOffset(deadline)
  if (typeof parsed !== 'string') return []
  const message = 'Write a duration from PT1H to P30D, in weeks, or in days, hours and minutes.'
  return [{ path: 'recipientActions.deadline', code: parsed, message }]
}
