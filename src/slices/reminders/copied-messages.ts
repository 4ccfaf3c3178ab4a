import { Type } from 'typebox'
import { copyPart, word } from '#/kernel/privacy.ts'
import {
  AppointmentId,
  described,
  formatInstant,
  formatInstantOrNull,
  Instant,
  nullable,
  strictObject,
} from '#/kernel/schema.ts'
import { selectCopiedMessages, type CopiedMessage } from './privacy-store.ts'

const text = (maxLength: number) => Type.String({ maxLength })

/** What was planned and sent to a recipient, in the copy of their data. */
export const copiedMessages = copyPart({
  name: 'messages',
  schema: Type.Array(
    strictObject({
      appointmentId: AppointmentId,
      kind: described(word, 'What it was for.'),
      channel: nullable(described(word, 'Its channel; null if not decided.')),
      state: described(word, 'Its outcome.'),
      reasonCode: nullable(described(word, 'Why it was not sent or did not arrive, or null.')),
      dueAt: described(Instant, 'When it was due.'),
      handedOverAt: nullable(described(Instant, 'When it was handed to a provider, or null.')),
      destinationMasked: nullable(described(text(254), 'Where it went, masked, or null.')),
      locale: nullable(described(word, 'Its language; null before it was written.')),
      place: nullable(described(text(200), 'The place it named, or null.')),
      attempts: Type.Array(
        strictObject({
          channel: described(word, 'Its channel.'),
          state: described(word, 'Its outcome.'),
          handedOverAt: described(Instant, 'When.'),
          address: nullable(
            Type.String({ maxLength: 254, description: 'Number or address it went to; null once erased.' }),
          ),
          sender: Type.String({ maxLength: 254, description: 'Number or address it came from.' }),
          text: nullable(Type.String({ description: 'The message as it was sent; null once erased.' })),
        }),
        { description: 'Each time it was handed over to a provider.' },
      ),
    }),
    { description: 'Messages planned and sent; texts and addresses are null after 30 days.' },
  ),
  reads: [selectCopiedMessages],
  read: async () => [],
  readAtHolder: async ({ ctx }, tx) =>
    (await tx.rows(selectCopiedMessages, [ctx.recipientId, tx.platformHolderId])).map(toCopied),
})

function toCopied(row: CopiedMessage) {
  return {
    appointmentId: row.appointmentId,
    kind: row.kind,
    channel: row.channel,
    state: row.state,
    reasonCode: row.reasonCode,
    dueAt: formatInstant(row.dueAt),
    handedOverAt: formatInstantOrNull(row.handedOverAt),
    destinationMasked: row.destinationMasked,
    place: row.toldPlace,
    locale: row.locale,
    attempts: row.attempts.map((attempt) => ({
      channel: attempt.channel,
      state: attempt.state,
      handedOverAt: formatInstant(Temporal.Instant.from(attempt.handedOverAt)),
      address: attempt.destination,
      sender: attempt.sender,
      text: attempt.body,
    })),
  }
}
