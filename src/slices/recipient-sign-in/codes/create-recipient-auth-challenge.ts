import { Type } from 'typebox'
import { none } from '#/kernel/operation.ts'
import { described, formatInstant, Identifier, Instant, LanguageTag, strictObject } from '#/kernel/schema.ts'
import { loginOperation } from '#/slices/recipient-sign-in/login-operation.ts'
import { codeLengthOf, createChallenge, type Challenge } from './challenge.ts'

/** A mobile number in any spelling; all spellings of one number are one number. */
export const PhoneNumber = Type.String({
  minLength: 3,
  maxLength: 32,
  description: 'Mobile number in E.164; other notations of the same number are recognized.',
  examples: ['+31612345678'],
})

/** A challenge as both doors answer it; the same for known and unknown numbers. */
const ChallengeAnswer = strictObject(
  {
    challengeId: described(Identifier, 'Id of the challenge, to send with the code.'),
    expiresAt: described(Instant, 'When the code expires: after five minutes.'),
    resendAvailableAt: described(Instant, 'When the next code can be requested.'),
    codeLength: Type.Integer({
      enum: [false, true].map((isLong) => codeLengthOf({ isLong })),
      description: 'Length of the code: six digits, or twelve after many wrong codes.',
    }),
  },
  { title: 'RecipientAuthChallenge' },
)

export function toChallengeAnswer({ challengeId, expiresAt, resendAvailableAt, codeLength }: Challenge) {
  return {
    challengeId,
    expiresAt: formatInstant(expiresAt),
    resendAvailableAt: formatInstant(resendAvailableAt),
    codeLength,
  }
}

export const createRecipientAuthChallenge = loginOperation({
  operationId: 'createRecipientAuthChallenge',
  method: 'POST',
  path: '/recipient/auth/challenges',
  tag: 'Recipient sign-in',
  summary: 'Request a sign-in code by text message',
  description:
    'On the login server; the response has no envelope. It looks the same for every mobile number; a code is sent only to a number of an active profile or contact. A new challenge voids the previous one from the same device or network.',
  role: 'recipient',
  scope: null,
  auth: [],
  params: none,
  query: none,
  body: strictObject({
    phoneNumberE164: PhoneNumber,
    locale: Type.Optional(described(LanguageTag, 'BCP 47 language of the message.')),
  }),
  success: [201],
  data: ChallengeAnswer,
  errors: ['SIGN_IN_THROTTLED', 'RECIPIENT_SESSION_CONFIGURATION_INVALID'],
  example: {
    body: { phoneNumberE164: '+31612345678', locale: 'nl' },
    data: {
      challengeId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d09',
      expiresAt: '2026-11-20T09:05:00.000Z',
      resendAvailableAt: '2026-11-20T09:01:00.000Z',
      codeLength: 6,
    },
  },
}).handle(async (call, { body }) =>
  toChallengeAnswer(
    await createChallenge(call, {
      door: 'app',
      phoneNumber: body.phoneNumberE164,
      locale: body.locale ?? null,
      address: call.address,
      cookie: call.cookie,
    }),
  ),
)
