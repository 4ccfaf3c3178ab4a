import { Type } from 'typebox'
import { AppError } from '#/kernel/errors.ts'
import { isId } from '#/kernel/ids.ts'
import { none } from '#/kernel/operation.ts'
import { described, formatInstant, Identifier, Instant, nullable, strictObject } from '#/kernel/schema.ts'
import { loginOperation } from '#/slices/recipient-sign-in/login-operation.ts'
import { createSession } from './session.ts'

/** Body of both doors. */
export const SessionRequest = strictObject({
  challengeId: described(Identifier, 'The challenge the code belongs to.'),
  code: Type.String({
    pattern: '^[0-9]{6}([0-9]{6})?$',
    examples: ['123456'],
    description: 'The code from the text message. It works once; five wrong codes void the challenge.',
  }),
})

/** The profile behind a number, and whether an operator linked it to a recipient. */
const SignInProfile = strictObject(
  {
    profileId: described(Identifier, 'Id of the sign-in profile.'),
    displayName: nullable(
      Type.String({
        maxLength: 200,
        description: 'Name of the linked recipient, or null.',
        examples: ['Noor Jansen'],
      }),
    ),
    phoneNumberMasked: Type.String({ maxLength: 20, description: 'The number, masked.', examples: ['+31*******78'] }),
    locale: nullable(
      Type.String({
        maxLength: 43,
        description: 'Language of the profile, or null.',
        examples: ['nl'],
      }),
    ),
    linked: Type.Boolean({ description: 'If false, data calls give 403 RECIPIENT_SESSION_NOT_LINKED.' }),
    recipientId: nullable(described(Identifier, 'The linked recipient, or null.')),
  },
  {
    title: 'RecipientSignInProfile',
    description: 'The profile behind a number, and whether an operator linked it to a recipient.',
  },
)

/** A challenge id that cannot be ours is as wrong as a wrong code. */
export function checkChallengeId(challengeId: string): string {
  if (!isId(challengeId)) throw new AppError('SIGN_IN_CODE_INVALID')
  return challengeId
}

export const createRecipientAuthSession = loginOperation({
  operationId: 'createRecipientAuthSession',
  method: 'POST',
  path: '/recipient/auth/sessions',
  tag: 'Recipient sign-in',
  summary: 'Exchange a code for an access token',
  description:
    'On the login server; the response has no envelope. The token is opaque and valid for one hour; send it as a bearer token to the API of the same environment.',
  role: 'recipient',
  scope: null,
  auth: [],
  params: none,
  query: none,
  body: SessionRequest,
  success: [201],
  data: strictObject(
    {
      accessToken: Type.String({
        pattern: '^[A-Za-z0-9_-]{43}$',
        description: 'The bearer token. Keep it in memory: it is shown only once.',
        examples: ['Zm9yLWlsbHVzdHJhdGlvbi1vbmx5LW5vdC1hLXRva2U'],
      }),
      expiresAt: described(Instant, 'When it stops working: after one hour.'),
      profile: SignInProfile,
    },
    { title: 'RecipientSession' },
  ),
  errors: ['SIGN_IN_CODE_INVALID', 'RECIPIENT_SESSION_CONFIGURATION_INVALID'],
  example: {
    body: { challengeId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09', code: '123456' },
    data: {
      accessToken: 'Zm9yLWlsbHVzdHJhdGlvbi1vbmx5LW5vdC1hLXRva2U',
      expiresAt: '2026-11-20T10:00:00.000Z',
      profile: {
        profileId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d10',
        displayName: 'Noor Jansen',
        phoneNumberMasked: '+31*******78',
        locale: 'nl',
        linked: true,
        recipientId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d11',
      },
    },
  },
}).handle(async (call, { body }) => {
  const { token, expiresAt, profile, deviceCookie } = await createSession(call, {
    door: 'app',
    challengeId: checkChallengeId(body.challengeId),
    code: body.code,
    cookie: call.cookie,
  })
  call.setCookie(deviceCookie)
  return { accessToken: token, expiresAt: formatInstant(expiresAt), profile }
})
