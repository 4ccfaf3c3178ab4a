import { randomUUID } from 'node:crypto'
import { rowsOf } from './operator-world.ts'
import type { TestHolder, TestProduct } from './harness.ts'

/** All profile fields that the required steps need. */
export const completeProfile = {
  legalName: 'Huisartsenpraktijk De Linde B.V.',
  registrationNumber: '90006623',
  headquartersAddressLine1: 'Sint Jacobsstraat 300',
  headquartersPostalCode: '3511BT',
  headquartersPlace: 'Utrecht',
  branch: 'Zorg',
  generalContactName: 'S. Bakker',
  communicationInboxEmail: 'balie@example.com',
  financialContactName: 'M. Visser',
  billingEmail: 'administratie@example.com',
  schedulingSetup: { locations: [] },
}

/** Completes all required steps through the API. */
export async function completeRequiredSteps(holder: TestHolder): Promise<void> {
  const profile = await holder.call('PATCH', '', completeProfile)
  if (profile.status !== 200) throw new Error(`The profile was refused: ${JSON.stringify(profile.body)}`)
  const type = await holder.call('POST', '/appointment-types', {
    clientRequestId: randomUUID(),
    name: { nl: `Controle ${randomUUID()}` },
    durationMinutes: 20,
  })
  if (type.status !== 201) throw new Error(`The appointment type was refused: ${JSON.stringify(type.body)}`)
}

/** Resets an onboarding to its first version. */
export async function resetOnboarding(product: TestProduct, holder: TestHolder): Promise<void> {
  await rowsOf(
    product.operator,
    `update onboarding set version = 1, status = 'in_progress', skipped = '{}', submitted_at = null where platform_holder_id = $1`,
    [holder.id],
  )
}
