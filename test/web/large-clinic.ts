import assert from 'node:assert/strict'
import { clinicStaff } from '#/app/demo/clinic/add-clinic.ts'
import { createLog } from '#/kernel/log.ts'
import { addDemoClinic } from '#/app/operator/world/demo.ts'
import type { TestProduct } from '../harness.ts'

export type LargeClinic = { readonly id: string; readonly staffEmail: string }

/**
 * A hospital's outpatient clinic in a product of the test's own: two thousand appointments a day from today for five days
 * and three days that are over, 60 open requests, 300 that messages did not reach, in three time zones.
 */
export async function openLargeClinic({ databaseUrl, settings }: TestProduct): Promise<LargeClinic> {
  const id = await addDemoClinic({ databaseUrl, settings, log: createLog('warn', process.stderr) })
  const [staffEmail] = clinicStaff
  assert.ok(staffEmail)
  return { id, staffEmail }
}
