import { Type } from 'typebox'
import { copyPart, word } from '#/kernel/privacy.ts'
import {
  AppointmentId,
  described,
  formatInstant,
  formatInstantOrNull,
  Instant,
  nullable,
  PlatformHolderId,
  strictObject,
} from '#/kernel/schema.ts'
import { selectCopiedCalls } from '#/slices/appointments/privacy-store.ts'

/** That staff called about a recipient's appointments, in the copy of their data. */
export const copiedCalls = copyPart({
  name: 'calls',
  schema: Type.Array(
    strictObject({
      platformHolderId: PlatformHolderId,
      appointmentId: AppointmentId,
      outcome: described(word, 'What came of it.'),
      calledAt: described(Instant, 'When it was noted.'),
      takenBackAt: nullable(described(Instant, 'When staff took it back as a mistake, or null.')),
    }),
    { description: 'Calls of organizations about your appointments.' },
  ),
  reads: [selectCopiedCalls],
  read: () => Promise.resolve([]),
  readAtHolder: async ({ ctx }, tx) =>
    (await tx.rows(selectCopiedCalls, [ctx.recipientId, tx.platformHolderId])).map((row) => ({
      platformHolderId: row.platformHolderId,
      appointmentId: row.appointmentId,
      outcome: row.outcome,
      calledAt: formatInstant(row.calledAt),
      takenBackAt: formatInstantOrNull(row.withdrawnAt),
    })),
})
