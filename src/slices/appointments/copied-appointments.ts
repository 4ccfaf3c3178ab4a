import { Type } from 'typebox'
import { copyPart, word } from '#/kernel/privacy.ts'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  PlatformHolderId,
  strictObject,
  UpdatedAt,
} from '#/kernel/schema.ts'
import { copiedFacts, copiedRecipient, selectCopiedAppointments, type CopiedAppointment } from './privacy-store.ts'

const { displayName: recipientName, ...contact } = copiedRecipient.fields

/** A recipient's appointments, in the copy of their data. */
export const copiedAppointments = copyPart({
  name: 'appointments',
  schema: Type.Array(
    strictObject({
      id: described(Identifier, 'Id of the appointment.'),
      platformHolderId: PlatformHolderId,
      recipientName,
      ...contact,
      rememberedLocale: nullable(described(word, 'Language that the organization remembers for you, or null.')),
      ...copiedFacts.fields,
      status: described(word, 'Its status.'),
      confirmedAt: nullable(described(Instant, 'When you confirmed, or null.')),
      confirmedVia: nullable(described(word, 'How you confirmed, or null.')),
      cancelledAt: nullable(described(Instant, 'When it was cancelled, or null.')),
      cancellationReason: nullable(described(word, 'Why it was cancelled, or null.')),
      cancellationNote: nullable(Type.String({ maxLength: 500, description: 'What staff wrote when they cancelled.' })),
      sourceSystem: Type.String({ maxLength: 100, description: 'The system of the organization it came from.' }),
      externalAppointmentId: nullable(
        Type.String({ maxLength: 200, description: 'The id of the appointment in that system.' }),
      ),
      createdAt: CreatedAt,
      updatedAt: UpdatedAt,
    }),
    { description: 'Your appointments, at all organizations.' },
  ),
  reads: [selectCopiedAppointments],
  read: async ({ ctx }) => {
    const appointments = (await ctx.tx.rows(selectCopiedAppointments, [ctx.recipientId])).map(toCopied)
    ctx.touch(...appointments.map(({ id }) => id))
    return appointments
  },
})

function toCopied(row: CopiedAppointment) {
  const { displayName, ...ownContact } = copiedRecipient.valuesOf(row)
  return {
    id: row.id,
    platformHolderId: row.platformHolderId,
    recipientName: displayName,
    ...ownContact,
    rememberedLocale: row.rememberedLocale,
    ...copiedFacts.valuesOf(row),
    status: row.status,
    confirmedAt: formatInstantOrNull(row.confirmedAt),
    confirmedVia: row.confirmedVia,
    cancelledAt: formatInstantOrNull(row.cancelledAt),
    cancellationReason: row.cancellationReason,
    cancellationNote: row.cancellationNote,
    sourceSystem: row.sourceSystem,
    externalAppointmentId: row.externalAppointmentId,
    createdAt: formatInstant(row.createdAt),
    updatedAt: formatInstant(row.updatedAt),
  }
}
