import { createRecipientAuthChallenge } from './codes/create-recipient-auth-challenge.ts'
import { createRecipientAuthSession } from './sessions/create-recipient-auth-session.ts'
import { deleteRecipientAuthSession } from './sessions/delete-recipient-auth-session.ts'

/** Served by the login server only. */
export const loginOperations = [createRecipientAuthChallenge, createRecipientAuthSession, deleteRecipientAuthSession]
