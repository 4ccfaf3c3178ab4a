import { createRecipientDeletionRequest } from './create-recipient-deletion-request.ts'
import { getRecipientDeletionRequest } from './get-recipient-deletion-request.ts'
import { listRecipientDeletionRequests } from './list-recipient-deletion-requests.ts'

export const deletionRequestOperations = [
  createRecipientDeletionRequest,
  listRecipientDeletionRequests,
  getRecipientDeletionRequest,
]
