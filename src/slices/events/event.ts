import type { Static, TObject } from 'typebox'
import type { Tx } from '#/kernel/postgres/db.ts'
import { insertEvents } from './write-store.ts'

/** What an event is about, as its `subject.type` says; `holder`: the organization itself. */
export const subjectTypes = [
  'appointment',
  'reminder',
  'recipient_request',
  'suggestion',
  'integration',
  'api_key',
  'webhook_endpoint',
  'holder',
] as const
export type SubjectType = (typeof subjectTypes)[number]

/** Everything that can be said of a type of event without one. */
export type EventContract<D extends TObject = TObject> = {
  /** Stable name, `appointment.updated`. */
  readonly type: string
  /** Rises with additions to `data`; what breaks is a new type. */
  readonly schemaVersion: number
  readonly subject: SubjectType
  /** Whether the subject has no version, or none that it changes. */
  readonly hasNoVersion?: true
  /** Whether an endpoint is told only where it names the type: everybody else finds it in the feed. */
  readonly isOnRequest?: true
  /** When it is emitted, in a sentence. */
  readonly summary: string
  /** Ids, states and names of fields, and nothing personal. */
  readonly data: D
  readonly example: Static<D>
}

/** A type of event, of which the catalogue is a list. */
export type EventType = { readonly contract: EventContract }

/** One that happened; the tables say what its subject is. */
export type Emitted<D extends TObject> = {
  readonly platformHolderId: string
  readonly subjectId: string | null
  readonly subjectVersion: number | null
  readonly data: Static<D>
}

const defined = new Set<string>()
const onRequest = new Set<string>()

/** Whether a type was defined. */
export function isEventType(type: string): boolean {
  return defined.has(type)
}

/** The types of which an endpoint that is told of all is not told. */
export function typesOnRequest(): string[] {
  return [...onRequest]
}

/**
 * Defines a type of event once: documents, catalogue, types and generated tests follow from `src/app/events.ts`, which
 * lists it.
 */
export function event<D extends TObject>(contract: EventContract<D>) {
  defined.add(contract.type)
  if (contract.isOnRequest) onRequest.add(contract.type)
  return {
    contract: contract as unknown as EventContract,
    /**
     * Writes events in the transaction of the change, where their organizations listen; travels with the commit. They get
     * their numbers after it.
     */
    emit(tx: Tx, happened: readonly Emitted<D>[]): void {
      if (happened.length === 0) return
      tx.send(insertEvents, [
        contract.type,
        contract.schemaVersion,
        contract.subject,
        happened.map(({ platformHolderId }) => platformHolderId),
        happened.map(({ subjectId }) => subjectId),
        happened.map(({ subjectVersion }) => subjectVersion),
        happened.map(({ data }) => JSON.stringify(data)),
      ])
    },
  }
}
