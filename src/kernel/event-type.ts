import type { TObject } from 'typebox'

/** A kind of event as a receiver gets it, for the reference. */
export type EventMessage = {
  readonly type: string
  readonly description: string
  /** What the schema is called. */
  readonly name: string
  /** Of the whole body. */
  readonly schema: TObject
  readonly example: object
}

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
  readonly example: object
}
