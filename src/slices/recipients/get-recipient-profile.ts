import { none, operation } from '#/kernel/operation.ts'
import { recipientAuth } from './recipient-auth.ts'
import { RecipientProfile, recipientProfileExample, toRecipientProfile } from './profile.ts'
import { getRecipient } from './store.ts'

export const getRecipientProfile = operation({
  operationId: 'getRecipientProfile',
  method: 'GET',
  path: '/recipient/profile',
  tag: 'Recipient',
  summary: 'Read your profile',
  description:
    'Your name, language, time zone and masked contact data. Each organization also keeps its own data about you.',
  role: 'recipient',
  scope: 'self-profile:read',
  auth: recipientAuth,
  params: none,
  query: none,
  body: null,
  success: [200],
  data: RecipientProfile,
  errors: [],
  example: { data: recipientProfileExample },
}).handle(async (ctx) => {
  const { recipientId } = ctx
  return toRecipientProfile(await getRecipient(ctx.tx, recipientId))
})
