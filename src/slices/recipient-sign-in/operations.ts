import { createRecipientAuthChallenge } from '#/slices/recipient-sign-in/codes/create-recipient-auth-challenge.ts'
import { createRecipientAuthSession } from '#/slices/recipient-sign-in/sessions/create-recipient-auth-session.ts'
import { deleteRecipientAuthSession } from '#/slices/recipient-sign-in/sessions/delete-recipient-auth-session.ts'

/** Served by the login server only. */
export const loginOperations = [createRecipientAuthChallenge, createRecipientAuthSession, deleteRecipientAuthSession]
