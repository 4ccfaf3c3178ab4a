import { Type } from 'typebox'
import { none } from '#/kernel/operation.ts'
import { described, formatInstant, Identifier, Instant, LanguageTag, strictObject } from '#/kernel/schema.ts'
import { loginOperation } from '#/slices/recipient-sign-in/login-operation.ts'
import { codeLengthOf, createChallenge, type Challenge } from './challenge.ts'

/** A mobile number in any spelling; all spellings of one number are one number. */
export const PhoneNumber = Type.String({
  minLength: 3,
  maxLength: 32,
  description: 'Mobile number in E.164; another spelling of the same number counts as that number.',
  examples: ['+31612345678'],
})

/** A challenge as both doors answer it; the same for known and unknown numbers. */
const ChallengeAnswer = strictObject(
  {
    challengeId: described(Identifier, 'The challenge, to be sent back with the code.'),
    expiresAt: described(Instant, 'Until when the code works: five minutes.'),
    resendAvailableAt: described(Instant, 'When the next code can be asked for.'),
    codeLength: Type.Integer({
      enum: [false, true].map((isLong) => codeLengthOf({ isLong })),
      description: 'Digits of the code; twelve for a number that somebody guesses at.',
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
  summary: 'Ask for a sign-in code by SMS',
  description:
    'On the login server; the answer has no envelope. It is the same for every mobile number; a code is sent only to one that belongs to an active profile or an active contact. A new challenge voids the one before from the same device or network.',
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
