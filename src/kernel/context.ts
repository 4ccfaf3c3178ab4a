import type pg from 'pg'
import type { DerivedKeys } from '#/kernel/secrets/derived-keys.ts'
import type { HolderTx, Tx } from '#/kernel/postgres/db.ts'
import type { EmailOutlet } from '#/ports/email.ts'
import type { Standby } from '#/kernel/postgres/connecting/standby.ts'
import type { SmsOutlet } from '#/ports/sms.ts'
import type { KeyRing } from '#/kernel/secrets/key-ring.ts'
import type { Log } from './log.ts'
import type { Privacy } from './privacy.ts'

export type Role = 'platform_holder_user' | 'recipient'

/** What somebody of an organization's staff is there for; what each may do stands in `slices/access/roles`. */
export type StaffRole = 'owner' | 'admin' | 'scheduler' | 'viewer' | 'integrator'

type Credential = { readonly credentialId: string; readonly actorId: string; readonly scopes: readonly string[] }

/** Somebody of a holder's staff. */
export type HolderIdentity = Credential & {
  readonly role: 'platform_holder_user'
  readonly authentication: 'session' | 'api_key'
  readonly platformHolderId: string
  readonly recipientId: null
  readonly profileId: null
  /** Null for a service account: its keys say all it may do. */
  readonly staffRole: StaffRole | null
  /** The only locations whose appointments they see, `noLocation` for those without one; null for all. */
  readonly locations: readonly string[] | null
}

/** A recipient, who belongs to no holder. */
export type RecipientIdentity = Credential & {
  readonly role: 'recipient'
  readonly authentication: 'session' | 'api_key' | 'recipient_session'
  readonly platformHolderId: null
  readonly recipientId: string
  /** The sign-in profile behind a session; null for an API key. */
  readonly profileId: string | null
}

/** Who is asking and how they proved it (contract, Identity), read from the database for this very request. */
export type Identity = HolderIdentity | RecipientIdentity

/**
 * What every handler may use besides its transaction; made once per process. What one slice alone needs it adds itself,
 * beside what uses it (`declare module`).
 */
export interface Services {
  readonly keys: DerivedKeys
  /** Public origin of the API and its pages, without a trailing slash. */
  readonly baseUrl: string
  /** The scopes each role's operations ask for: what a `full` key of that role is given. */
  readonly scopes: Readonly<Record<Role, readonly string[]>>
  /** Those a key can hold: the others are of sessions alone. */
  readonly keyScopes: Readonly<Record<Role, readonly string[]>>
  readonly staffScopes: Readonly<Record<StaffRole, readonly string[]>>
  readonly environment: 'development' | 'test' | 'beta' | 'production'
  /** Whom staff ask for help; null where nobody is named. */
  readonly supportEmail: string | null
  /** Refuses with FRESH_PROOF_REQUIRED when the person behind a session of staff showed too long ago who they are. */
  readonly requireFreshProof: (tx: HolderTx, sessionId: string) => Promise<void>
  /** Encrypts what must be read again, such as the tokens of a calendar. */
  readonly secretsAtRest: KeyRing
}

/** What every call has, whoever makes it. */
type Call = {
  readonly requestId: string
  /** The languages the request asks for, as its header has them (`browserLanguage`); undefined when it has none. */
  readonly acceptLanguage: string | undefined
  /** Where the call came from, as proxies that count say; left out where it is made inside. */
  readonly address?: string
  /** The one clock: database time plus the test clock's offset, read when the request was authenticated. */
  readonly now: Temporal.Instant
  readonly services: Services
  readonly log: Log
  /** Where reads may go that may be a minute old: see `readBehind`. Null: nowhere but to the primary. */
  readonly standby: Standby | null
  /** Aborted once nobody waits for the answer any more: where a handler in steps waits for something else. */
  readonly gone?: AbortSignal
  /** Names whose data this request read or wrote, for its audit row. */
  readonly touch: (...subjects: string[]) => void
}

type HolderCall = Call & { readonly identity: HolderIdentity; readonly platformHolderId: string }

type RecipientCall = Call & { readonly identity: RecipientIdentity; readonly recipientId: string }

/** For handlers of staff operations. Each `await` of a statement is a round trip: see `Tx`. */
export type HolderCtx = HolderCall & { readonly tx: HolderTx }

/** For handlers of recipients' operations; sees their own rows only. */
export type RecipientCtx = RecipientCall & { readonly tx: Tx }

export type Ctx = HolderCtx | RecipientCtx

export type CtxOf<R extends Role | 'either'> = R extends 'recipient'
  ? RecipientCtx
  : R extends 'platform_holder_user'
    ? HolderCtx
    : Ctx

/** A call before it is known which operation it serves. */
export type CallCtx = (HolderCall | RecipientCall) & {
  /** Runs one transaction, bound as the request is. */
  step<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** For handlers in steps: several transactions, with calls to a provider between them. Staff operations only. */
export type StepsCtx = HolderCall & {
  /** Runs one transaction, bound as the request is. */
  step<T>(work: (ctx: HolderCtx) => Promise<T>): Promise<T>
  /** For the step that makes the change: also writes the request's audit row, whatever comes after. */
  notedStep<T>(work: (ctx: HolderCtx) => Promise<T>): Promise<T>
}

/** What background work may use; made once per worker. Slices add to it as to `Services`. */
export interface JobCtx {
  /** Acts as tijdig_worker. */
  readonly pool: pg.Pool
  /** The datastore of the recipients' sign-in, as tijdig_login. */
  readonly login: pg.Pool
  /** Acts as tijdig_operator, for what crosses every holder. */
  readonly operator: pg.Pool
  /** For connecting as the owner of the tables: of the main database, and of the sign-in datastore. */
  readonly databaseUrl: string
  readonly loginDatabaseUrl: string
  readonly services: Services
  readonly sms: SmsOutlet
  /** Number that codes and last notices come from. */
  readonly smsSender: string
  readonly email: EmailOutlet
  /** What every table declares, for an erasure. */
  readonly privacy: Privacy
  readonly log: Log
}
