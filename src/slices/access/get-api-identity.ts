import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { noLocation } from '#/kernel/ids.ts'
import { described, Identifier, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { StaffRoleName } from '#/slices/access/members/member.ts'
import { isTestHolder } from './store.ts'
import { RoleName } from '#/slices/access/api-keys/api-key.ts'

const Identity = strictObject(
  {
    actorId: described(Identifier, 'The actor behind the credential.'),
    role: RoleName,
    platformHolderId: nullable(described(Identifier, 'The organization of staff; null for a recipient.')),
    recipientId: nullable(
      described(Identifier, 'The linked recipient, which can differ from the sign-in profile; null for staff.'),
    ),
    scopes: Type.Array(Type.String({ maxLength: 80 }), {
      description: 'What this credential may do now.',
      examples: [['appointments:intake', 'appointments:read']],
    }),
    staffRole: nullable(
      described(StaffRoleName, 'What somebody of staff is there for; null for service accounts and recipients.'),
    ),
    locationIds: nullable(
      Type.Array(Identifier, {
        description: 'The only locations whose appointments they see; null for all.',
        examples: [['centrum']],
      }),
    ),
    isTest: Type.Boolean({
      description: 'True for staff of a test organization, whose messages reach nobody.',
    }),
    authentication: oneOf(['session', 'api_key', 'recipient_session'], {
      description: 'What kind of credential this call came with.',
    }),
  },
  { title: 'Identity' },
)

/** Who the credential belongs to and what it may do now. */
export const getApiIdentity = operation({
  operationId: 'getApiIdentity',
  method: 'GET',
  path: '/me',
  tag: 'Access',
  summary: 'Read the current identity and its scopes',
  description: 'Role, actor, assignment and organization are read again on every request, so changes apply at once.',
  role: 'either',
  scope: null,
  auth: ['apiKey', 'recipientSession', 'browserSession'],
  params: none,
  query: none,
  body: null,
  success: [200],
  data: Identity,
  errors: [],
  example: {
    data: {
      actorId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
      role: 'platform_holder_user',
      platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
      recipientId: null,
      scopes: ['appointments:intake', 'appointments:read'],
      staffRole: 'owner',
      locationIds: null,
      isTest: false,
      authentication: 'api_key',
    },
  },
}).handle(async ({ identity, tx }) => ({
  actorId: identity.actorId,
  role: identity.role,
  platformHolderId: identity.platformHolderId,
  recipientId: identity.recipientId,
  scopes: [...identity.scopes],
  staffRole: identity.role === 'recipient' ? null : identity.staffRole,
  locationIds: identity.role === 'recipient' ? null : (identity.locations?.filter((id) => id !== noLocation) ?? null),
  isTest: identity.platformHolderId !== null && (await isTestHolder(tx, identity.platformHolderId)),
  authentication: identity.authentication,
}))
