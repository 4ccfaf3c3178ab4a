import { toMessage, type EventContract } from '#/slices/events/events.ts'

/** The message of an example, which was never numbered. */
export function exampleMessage(
  { type, schemaVersion, subject, hasNoVersion, example }: EventContract,
  ids: {
    readonly platformHolderId: string
    readonly id: string
    readonly subjectId: string
    readonly at: Temporal.Instant
  },
) {
  return toMessage(
    {
      platformHolderId: ids.platformHolderId,
      id: ids.id,
      sequence: 0,
      type,
      schemaVersion,
      occurredAt: ids.at,
      subjectType: subject,
      subjectId: subject === 'holder' ? null : ids.subjectId,
      subjectVersion: hasNoVersion ? null : 1,
      data: example,
    },
    0,
  )
}
