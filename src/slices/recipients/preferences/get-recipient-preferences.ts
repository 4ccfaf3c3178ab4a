import { none, operation } from '#/kernel/operation.ts'
import { recipientAuth } from '#/slices/recipients/recipient-auth.ts'
import { preferencesExample, RecipientPreferences } from './preferences.ts'
import { readPreferences } from './read-preferences.ts'

export const getRecipientPreferences = operation({
  operationId: 'getRecipientPreferences',
  method: 'GET',
  path: '/recipient/preferences',
  tag: 'Recipient',
  summary: 'Read your message preferences',
  description:
    'Shows every opt-out: by text message, by the link in an e-mail, here, by staff or by a telephone company.',
  role: 'recipient',
  scope: 'self-profile:read',
  auth: recipientAuth,
  params: none,
  query: none,
  body: null,
  success: [200],
  data: RecipientPreferences,
  errors: [],
  example: { data: preferencesExample },
}).handle(readPreferences)
