import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { formatInstant, formatInstantOrNull, readableText, ResourceId, strictObject } from '#/kernel/schema.ts'
import {
  answer,
  answerSignedIn,
  forOwn,
  keepBrowser,
  refuseForeignOrigin,
  type SignInOptions,
} from '#/slices/access/staff/browser.ts'
import { proveByPasskey } from '#/slices/access/staff/proof.ts'
import { freshMinutes } from '#/slices/access/staff/store.ts'
import { placeOf } from '#/slices/access/staff/used-browser.ts'
import { beginPasskeySession, createPasskeySession } from './passkey-session.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts'

const base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })

// Only the fields that are checked; our pages leave out the rest, so that what browsers add one day locks nobody out.
const credentialId = base64Url(1_364)
const clientDataJSON = base64Url(2_048)

export const PasskeyRequest = strictObject({
  name: readableText(100),
  credential: strictObject({ id: credentialId, clientDataJSON, attestationObject: base64Url(4_096) }),
})
const signedCredential = strictObject({
  id: credentialId,
  clientDataJSON,
  authenticatorData: base64Url(1_024),
  signature: base64Url(1_024),
  userHandle: base64Url(128),
})
export const PasskeySessionRequest = strictObject({
  credential: signedCredential,
  platformHolderId: Type.Optional(ResourceId),
})
export const PasskeyProofRequest = strictObject({ credential: signedCredential })
const PasskeyPath = strictObject({ passkeyId: ResourceId })

/** A key and its signatures are longer than a code. */
const bodyLimit = 8_192

/** Passkeys of staff, outside the contract: /auth/staff/passkey, and signing in with one (docs/sign-in.md). */
export function servePasskeys(app: FastifyInstance, options: SignInOptions): void {
  const { services } = options
  const onRequest = refuseForeignOrigin(services.baseUrl)
  const signIn = (request: FastifyRequest) => ({ ...options, requestId: request.id })

  app.post('/auth/staff/passkey/challenge', { onRequest, bodyLimit }, async (request, reply) => {
    const asked = await beginPasskeySession(signIn(request))
    return answer(request, keepBrowser(request, reply, services), 200, asked)
  })

  app.post<{ Body: Static<typeof PasskeySessionRequest> }>(
    '/auth/staff/passkey/session',
    { schema: { body: PasskeySessionRequest }, onRequest, bodyLimit },
    async (request, reply) => {
      const place = placeOf(request, services.keys, services.baseUrl)
      const signedIn = await createPasskeySession(signIn(request), { ...request.body, place })
      return answerSignedIn(options, request, reply, signedIn)
    },
  )

  const config = { anonymousCalls: 'refused' } as const
  const { admit, own } = forOwn(options)

  app.get('/auth/staff/passkey', { config, onRequest: admit }, async (request, reply) => {
    const passkeys = await listPasskeys(own(request))
    const data = passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      passkeyId: id,
      name,
      createdAt: formatInstant(createdAt),
      lastUsedAt: formatInstantOrNull(lastUsedAt),
    }))
    return answer(request, reply, 200, { passkeys: data })
  })

  app.post('/auth/staff/passkey/options', { config, onRequest: admit, bodyLimit }, async (request, reply) =>
    answer(request, reply, 200, await beginPasskey(own(request))),
  )

  app.post<{ Body: Static<typeof PasskeyRequest> }>(
    '/auth/staff/passkey',
    { config, schema: { body: PasskeyRequest }, onRequest: admit, bodyLimit },
    async (request, reply) => {
      const passkeyId = await addPasskey(own(request), request.body)
      return answer(request, reply, 201, { passkeyId })
    },
  )

  app.post<{ Body: Static<typeof PasskeyProofRequest> }>(
    '/auth/staff/passkey/proof',
    { config, schema: { body: PasskeyProofRequest }, onRequest: admit, bodyLimit },
    async (request, reply) => {
      await proveByPasskey(own(request), request.body.credential)
      return answer(request, reply, 200, { freshForSeconds: freshMinutes * 60 })
    },
  )

  app.delete<{ Params: Static<typeof PasskeyPath> }>(
    '/auth/staff/passkey/:passkeyId',
    { config, schema: { params: PasskeyPath }, onRequest: admit, bodyLimit: 4_096 },
    async (request, reply) => {
      await removePasskey(own(request), request.params.passkeyId)
      return answer(request, reply, 200, { removed: true })
    },
  )
}
