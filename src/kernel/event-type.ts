import type { TObject } from 'typebox'

/** What events can be about. */
export type SubjectKind =
  | 'appointment'
  | 'reminder'
  | 'recipient_request'
  | 'suggestion'
  | 'integration'
  | 'webhook_endpoint'

/** A kind of event, as the reference, the filters of endpoints and the tests see it. */
export type EventType = {
  /** Such as `appointment.updated`. */
  readonly type: string
  /** Rises with additions. */
  readonly schemaVersion: number
  readonly subject: SubjectKind
  readonly description: string
  readonly data: TObject
  /** A complete example of its data; tests parse it with the schema. */
  readonly example: Readonly<Record<string, unknown>>
}
