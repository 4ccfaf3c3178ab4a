import { Type } from 'typebox'
import { AppError, invalid } from '#/kernel/errors.ts'
import { none, operation } from '#/kernel/operation.ts'
import { ClientRequestId, described, Email, Identifier, nullable, PhoneE164, strictObject } from '#/kernel/schema.ts'
import { correctContact } from '#/slices/appointments/appointments.ts'
import { findEntries, getKnownPerson } from './entry-store.ts'
import { personExample, personParams } from './person-view.ts'

export const correctHolderPersonContact = operation({
  operationId: 'correctHolderPersonContact',
  method: 'POST',
  path: '/platform-holders/{platformHolderId}/people/{personId}/contact',
  tag: 'People',
  summary: 'Correct the contact of a person',
  description:
    'Gives every local appointment ahead of the person this number and address, and plans what was not sent yet for them; what was sent is not repeated. The person stays the same and gets another `personId`, which the answer has; the old one finds them too. Appointments from a source system stay as they are, because it would undo the change: correct it there. `personId` must be the present one (409 STATE_CONFLICT): a colleague may have corrected it meanwhile.',
  role: 'platform_holder_user',
  scope: 'appointments:write',
  auth: ['apiKey', 'browserSession'],
  params: personParams,
  query: none,
  body: strictObject({
    clientRequestId: ClientRequestId,
    phoneNumberE164: nullable(described(PhoneE164, 'The number, or null for none.')),
    email: nullable(described(Email, 'The e-mail address, or null for none.')),
  }),
  success: [200],
  data: strictObject(
    {
      personId: described(Identifier, 'Id of the person from now on.'),
      changed: Type.Integer({ minimum: 0, description: 'Appointments that were changed.', examples: [2] }),
      sourceManaged: Type.Integer({
        minimum: 0,
        description: 'Appointments that only their source system can change.',
        examples: [0],
      }),
    },
    { title: 'CorrectedContact' },
  ),
  errors: ['STATE_CONFLICT', 'REQUEST_ID_REUSED'],
  example: {
    params: personExample,
    body: {
      clientRequestId: '7f4df1a0-3c41-4c0e-9a39-5d3f0c9b2e17',
      phoneNumberE164: '+31612345679',
      email: null,
    },
    data: { personId: '5b8f3c2a-5a7e-5c31-9d4e-3f2b8a6c1d72', changed: 2, sourceManaged: 0 },
  },
}).handle(async (ctx, { params, body }) => {
  if (body.phoneNumberE164 === null && body.email === null)
    throw invalid({ path: 'phoneNumberE164', code: 'required', message: 'Needs email or phoneNumberE164.' })
  const entries = await findEntries(ctx.tx, params.personId)
  ctx.touch(...entries)
  const known = await getKnownPerson(ctx.tx, entries)
  if (known.holderRecipientId !== params.personId)
    throw new AppError('STATE_CONFLICT', { message: 'The contact was corrected meanwhile. Read the person again.' })
  const { changed, sourceManaged, entry } = await correctContact(ctx, entries, body)
  ctx.touch(...changed)
  return { personId: entry ?? params.personId, changed: changed.length, sourceManaged }
})
