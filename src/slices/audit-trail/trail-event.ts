import { Type, type Static } from 'typebox'
import { described, formatInstant, Identifier, Instant, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { changeOf } from './change-of.ts'
import type { TrailRow } from './trail-store.ts'

export const ActionName = Type.String({
  title: 'ActionName',
  pattern: '^[A-Za-z]{1,80}$',
  description: 'Name of an operation in this document, or of something that happened, such as `staffSignedIn`.',
  examples: ['getHolderAppointment'],
})

const Actor = strictObject(
  {
    kind: oneOf(['staff', 'recipient', 'operator', 'system', 'provider', 'anonymous'], {
      description:
        'Staff and their programs, a recipient, whoever runs the platform, the platform by itself, a provider, or somebody who did not say who they are.',
    }),
    id: nullable(described(Identifier, 'Who it was; null for what has no id.')),
    name: nullable(
      Type.String({
        maxLength: 320,
        description: 'Address of staff or name of a program, as it is now; null for others, and once it is erased.',
        examples: ['anna@example.com'],
      }),
    ),
    role: nullable(
      Type.String({
        maxLength: 40,
        description: 'Role of staff as it was then, where it was noted.',
        examples: ['admin'],
      }),
    ),
  },
  { title: 'TrailActor', description: 'Who did it.' },
)

const Credential = strictObject(
  {
    kind: oneOf(['session', 'api_key', 'recipient_session'], { description: 'What it was proved with.' }),
    id: nullable(described(Identifier, 'Id of the session or key.')),
    name: nullable(
      Type.String({ maxLength: 100, description: 'Present name of the key.', examples: ['Practice system'] }),
    ),
  },
  { title: 'TrailCredential', description: 'By which session or key; null where that was not noted.' },
)

export const TrailEvent = strictObject(
  {
    id: described(Identifier, 'Id of this entry.'),
    at: described(Instant, 'When.'),
    action: ActionName,
    change: oneOf(['read', 'create', 'update', 'delete', 'other'], {
      description:
        'What the action does to what it is about; `other` for a sign-in and for what the platform did by itself.',
    }),
    outcome: oneOf(['success', 'failure'], { description: 'Whether it came about.' }),
    actor: Actor,
    credential: nullable(Credential),
    network: nullable(
      Type.String({
        maxLength: 60,
        description: 'Network it came from: 24 bits of an IPv4 address, 48 of an IPv6 address; null where not noted.',
        examples: ['203.0.113.0/24'],
      }),
    ),
    requestId: nullable(
      Type.String({
        maxLength: 128,
        description: 'Request id of the answer, or null for what was no request.',
        examples: ['req_0199f3c25a7e7c319d4e3f2b8a6c1d07'],
      }),
    ),
    subjects: Type.Array(Identifier, {
      description: 'Ids of the appointments, people, keys and other things it was about.',
    }),
  },
  { title: 'TrailEvent' },
)

export type TrailEvent = Static<typeof TrailEvent>

export const trailEventExample: TrailEvent = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
  at: '2026-11-20T09:00:00.000Z',
  action: 'getHolderAppointment',
  change: 'read',
  outcome: 'success',
  actor: { kind: 'staff', id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d0a', name: 'anna@example.com', role: 'admin' },
  credential: { kind: 'session', id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d0b', name: null },
  network: '203.0.113.0/24',
  requestId: 'req_0199f3c25a7e7c319d4e3f2b8a6c1d07',
  subjects: ['0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d0c'],
}

export function toTrailEvent(row: TrailRow): TrailEvent {
  const { id, at, action, network, requestId, subjects } = row
  // Safe, as the two below: the column holds no other values.
  const kind = row.actorKind as TrailEvent['actor']['kind']
  const outcome = row.outcome as TrailEvent['outcome']
  const proof = row.credential as NonNullable<TrailEvent['credential']>['kind'] | null
  return {
    id,
    at: formatInstant(at),
    action,
    change: changeOf(action),
    outcome,
    actor: { kind, id: row.actorId, name: row.actorName, role: row.actorRole },
    credential: proof === null ? null : { kind: proof, id: row.credentialId, name: row.keyName },
    network,
    requestId,
    subjects: [...subjects],
  }
}
