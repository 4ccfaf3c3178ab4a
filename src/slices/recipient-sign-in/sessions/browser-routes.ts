import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { strictObject } from '#/kernel/schema.ts'
import { answer, endedNamedCookies, refuseForeignOrigin, sessionCookie } from '#/slices/access/access.ts'
import { browserLanguage } from '#/messages/catalogues/browser-language.ts'
import { createChallenge, type Challenge, type SignIn } from '#/slices/recipient-sign-in/codes/challenge.ts'
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
  const onRequest = refuseForeignOrigin(services.baseUrl)

  app.post<{ Body: Static<typeof CodeRequest> }>(
    '/auth/recipient/code',
    { schema: { body: CodeRequest }, onRequest, bodyLimit: 4_096 },
    async (request, reply) =>
      answer(request, reply, 202, await textBrowserCode(options, request, request.body.phoneNumberE164)),
  )

  app.post<{ Body: Static<typeof SessionRequest> }>(
    '/auth/recipient/session',
    { schema: { body: SessionRequest }, onRequest, bodyLimit: 4_096 },
    async (request, reply) => {
      const { challengeId, code } = request.body
      const { token, profile, deviceCookie } = await createSession(
        { ...options, requestId: request.id },
        {
          door: 'browser',
          challengeId: checkChallengeId(challengeId),
          code,
          cookie: request.headers.cookie,
        },
      )
      const { recipientId } = profile
      // No member of staff who was signed in here stays within reach.
      const ofStaff = endedNamedCookies(request.headers.cookie, services.baseUrl)
      reply.header('set-cookie', [sessionCookie(services.baseUrl, token), deviceCookie, ...ofStaff])
      const data = { actorId: recipientId, role: 'recipient', platformHolderId: null, recipientId, profile }
      return answer(request, reply, 201, data)
    },
  )
}

/**
 * Has a code texted to a number for whoever asks from a browser. The answer says nothing about the number.
 *
 * @throws AppError SIGN_IN_THROTTLED with Retry-After
 */
export async function textBrowserCode(
  options: BrowserSignInOptions,
  request: FastifyRequest,
  phoneNumber: string,
): Promise<ReturnType<typeof toChallengeAnswer> & Pick<Challenge, 'resendAfterSeconds'>> {
  const signIn: SignIn = { ...options, requestId: request.id }
  const challenge = await createChallenge(signIn, {
    door: 'browser',
    phoneNumber,
    locale: browserLanguage(request.headers['accept-language']),
    address: request.ip,
    cookie: request.headers.cookie,
  })
  return { ...toChallengeAnswer(challenge), resendAfterSeconds: challenge.resendAfterSeconds }
}
