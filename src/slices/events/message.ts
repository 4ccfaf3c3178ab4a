import { formatInstant } from '#/kernel/schema.ts'
import type { SubjectType } from './event.ts'

/** An event that has its number. */
export type NumberedEvent = {
  readonly platformHolderId: string
  readonly id: string
  readonly sequence: number
  readonly type: string
  readonly schemaVersion: number
  readonly occurredAt: Temporal.Instant
  readonly subjectType: SubjectType
  readonly subjectId: string | null
  readonly subjectVersion: number | null
  readonly data: Readonly<Record<string, unknown>>
}

/** What is told of an event, in the feed and to an endpoint, which counts its deliveries in `position`. */
export function toMessage(event: NumberedEvent, position?: number) {
  const { platformHolderId, sequence, type, schemaVersion, subjectType, subjectId, subjectVersion, data } = event
  return {
    id: toEventId(event.id),
    type,
    timestamp: formatInstant(event.occurredAt),
    schemaVersion,
    sequence,
    ...(position === undefined ? {} : { position }),
    platformHolderId,
    subject: {
      type: subjectType,
      id: subjectId,
      version: subjectVersion,
      path: pathOf(event),
    },
    data,
  }
}

/** The id that is told, `evt_` and 32 hex digits, the same however often an event is told. */
export function toEventId(id: string): string {
  return `evt_${id.replaceAll('-', '')}`
}

/** The other way; null for what is no id of an event. */
export function fromEventId(text: string): string | null {
  const parts = /^evt_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(text)
  return parts && parts.slice(1).join('-')
}

/**
 * Where whoever needs more than ids and states reads it with a key: the subject, or the appointment it is about; null where
 * nothing shows it.
 */
export function pathOf({ platformHolderId, subjectType, subjectId, data }: Subject): string | null {
  const path = placeOf(subjectType, subjectId, data)
  return path === null ? null : `/api/v1/platform-holders/${platformHolderId}${path}`
}

type Subject = Pick<NumberedEvent, 'platformHolderId' | 'subjectType' | 'subjectId' | 'data'>

function placeOf(subject: SubjectType, id: string | null, data: NumberedEvent['data']): string | null {
  switch (subject) {
    case 'appointment':
      return `/appointments/${id}`
    case 'reminder':
      return `/appointments/${String(data.appointmentId)}/reminders`
    case 'recipient_request':
      return `/recipient-requests/${id}`
    case 'suggestion':
      return typeof data.appointmentId === 'string' ? `/appointments/${data.appointmentId}` : null
    case 'integration':
      return `/integrations/${id}`
    case 'api_key':
      return null
    case 'webhook_endpoint':
      return `/webhook-endpoints/${id}`
    case 'holder':
      return ''
  }
}
