import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { formatInstant, strictObject } from '#/kernel/schema.ts'
import { answer, answerSignedIn, refuseForeignOrigin, type SignInOptions } from '#/slices/access/staff/browser.ts'
import { placeOf } from '#/slices/access/staff/used-browser.ts'
import { readInvitation, signInByInvitation } from './answer-invitation.ts'

/** The token of a link, from behind its `#`. */
export const InvitationAnswer = strictObject({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }) })

/**
 * Invitations of staff, outside the contract: what one is about, and answering it, which signs in. Both are POST, so that
 * the token stands in no address.
 */
export function serveInvitations(app: FastifyInstance, options: SignInOptions): void {
  const { services } = options
  const route = {
    schema: { body: InvitationAnswer },
    onRequest: refuseForeignOrigin(services.baseUrl),
    bodyLimit: 4_096,
  }
  const signIn = (request: FastifyRequest) => ({ ...options, requestId: request.id })

  app.post<{ Body: Static<typeof InvitationAnswer> }>('/auth/staff/invitation', route, async (request, reply) => {
    const { email, role, holderName, expiresAt } = await readInvitation(options, request.body.token)
    return answer(request, reply, 200, {
      organization: holderName,
      email,
      staffRole: role,
      expiresAt: formatInstant(expiresAt),
    })
  })

  app.post<{ Body: Static<typeof InvitationAnswer> }>(
    '/auth/staff/invitation/session',
    route,
    async (request, reply) => {
      const signedIn = await signInByInvitation(
        signIn(request),
        request.body.token,
        placeOf(request, options.services.keys, options.services.baseUrl),
      )
      return answerSignedIn(options, request, reply, signedIn)
    },
  )
}
