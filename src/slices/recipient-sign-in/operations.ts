import { createRecipientAuthChallenge } from './create-recipient-auth-challenge.ts'
import { createRecipientAuthSession } from './create-recipient-auth-session.ts'
import { deleteRecipientAuthSession } from './delete-recipient-auth-session.ts'

/** Served by the login server only. */
export const loginOperations = [createRecipientAuthChallenge, createRecipientAuthSession, deleteRecipientAuthSession]
