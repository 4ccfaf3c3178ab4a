import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { none } from '#/kernel/operation.ts'
import { noteInMain, readNow } from '#/slices/recipient-sign-in/datastore.ts'
import { endOwnSession, findOwnTokenSession } from './find-session.ts'
import { loginOperation } from '#/slices/recipient-sign-in/login-operation.ts'

export const deleteRecipientAuthSession = loginOperation({
  operationId: 'deleteRecipientAuthSession',
  method: 'DELETE',
  path: '/recipient/auth/sessions/current',
  tag: 'Recipient sign-in',
  summary: 'Sign out',
  description: 'On the login server. The token is rejected from the next call on. Works without a linked profile.',
  role: 'recipient',
  scope: null,
  auth: ['recipientSession'],
  params: none,
  query: none,
  body: null,
  success: [204],
  data: Type.Null({ description: 'No content.' }),
  errors: ['INVALID_RECIPIENT_SESSION', 'RECIPIENT_SESSION_CONFIGURATION_INVALID'],
  example: { data: null },
}).handle(async (call) => {
  const { datastore, token, requestId } = call
  const source = { login: datastore.pool, pool: datastore.main, environment: datastore.environment }
  const session = token === null ? null : await findOwnTokenSession(source, token, await readNow(datastore))
  if (session === null) throw new AppError('INVALID_RECIPIENT_SESSION')
  await endOwnSession(source, session.sessionId)
  await noteInMain(datastore, {
    actor: { kind: 'recipient', id: session.profileId },
    action: 'deleteRecipientAuthSession',
    requestId,
    subjects: [session.sessionId],
  })
  return null
})
