import type { ChangeCtx } from '#/slices/appointments/change-appointment.ts'
import { changeAppointment, givenLocaleOf, readPlanningFor } from '#/slices/appointments/change-appointment.ts'
import { compareFacts } from '#/slices/appointments/appointment.ts'
import { lockComing } from './coming-store.ts'

type Corrected = { readonly phoneNumberE164: string | null; readonly email: string | null }

/** What became of the appointments ahead of a person whose contact is corrected. */
export type Correction = {
  readonly changed: readonly string[]
  /** Those that only their source system may change. */
  readonly sourceManaged: number
  /** The entry under which the person now is known; null where nothing was changed. */
  readonly entry: string | null
}

/**
 * Gives all local appointments ahead of a person another contact, each with its messages planned anew for it.
 *
 * @param entries of one person
 */
export async function correctContact(
  ctx: ChangeCtx,
  entries: readonly string[],
  { phoneNumberE164, email }: Corrected,
): Promise<Correction> {
  const coming = await lockComing(ctx.tx, entries)
  const own = coming.filter(({ origin }) => origin === 'local')
  const changed: string[] = []
  let entry: string | null = null
  for (const before of own) {
    const corrected = { ...before, recipientPhone: phoneNumberE164, recipientEmail: email }
    const facts = { ...corrected, recipientLocale: givenLocaleOf(before, corrected) }
    if (!compareFacts(before, facts).isChanged) continue
    const planning = await readPlanningFor(ctx, facts)
    const { appointment } = await changeAppointment(ctx, before, facts, planning, { saidLocale: undefined })
    changed.push(before.id)
    entry = appointment.holderRecipientId
  }
  return { changed, sourceManaged: coming.length - own.length, entry }
}
