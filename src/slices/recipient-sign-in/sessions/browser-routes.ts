import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { strictObject } from '#/kernel/schema.ts'
import { sessionCookie } from '#/slices/access/access.ts'
import { browserLanguage } from './browser-language.ts'
import { createChallenge, type SignIn } from '#/slices/recipient-sign-in/codes/challenge.ts'
import { PhoneNumber, toChallengeAnswer } from '#/slices/recipient-sign-in/codes/create-recipient-auth-challenge.ts'
import { checkChallengeId, SessionRequest } from './create-recipient-auth-session.ts'
import { createSession } from './session.ts'

const CodeRequest = strictObject({ phoneNumberE164: PhoneNumber })

export type BrowserSignInOptions = Omit<SignIn, 'requestId'>

/**
 * Browser sign-in of recipients, outside the contract: /auth/recipient/code and /auth/recipient/session, by the same
 * challenges and budgets as the login server. Signing out and reading the session are shared with staff.
 */
export function serveRecipientSignIn(app: FastifyInstance, options: BrowserSignInOptions): void {
  const { services } = options
  const admit = async (request: FastifyRequest) => {
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(services.baseUrl).origin) throw new AppError('CSRF_REQUIRED')
  }
  const signIn = (request: FastifyRequest): SignIn => ({ ...options, requestId: request.id })

  app.post<{ Body: Static<typeof CodeRequest> }>(
    '/auth/recipient/code',
    { schema: { body: CodeRequest }, onRequest: admit, bodyLimit: 4_096 },
    async (request, reply) => {
      const challenge = await createChallenge(signIn(request), {
        door: 'browser',
        phoneNumber: request.body.phoneNumberE164,
        locale: browserLanguage(request.headers['accept-language']),
        address: request.ip,
        cookie: request.headers.cookie,
      })
      return reply
        .code(202)
        .header('cache-control', 'no-store')
        .send({ data: toChallengeAnswer(challenge), requestId: request.id })
    },
  )

  app.post<{ Body: Static<typeof SessionRequest> }>(
    '/auth/recipient/session',
    { schema: { body: SessionRequest }, onRequest: admit, bodyLimit: 4_096 },
    async (request, reply) => {
      const { challengeId, code } = request.body
      const { token, profile, deviceCookie } = await createSession(signIn(request), {
        door: 'browser',
        challengeId: checkChallengeId(challengeId),
        code,
        cookie: request.headers.cookie,
      })
      const { recipientId } = profile
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('set-cookie', [sessionCookie(services.baseUrl, token), deviceCookie])
        .send({
          data: { actorId: recipientId, role: 'recipient', platformHolderId: null, recipientId, profile },
          requestId: request.id,
        })
    },
  )
}
