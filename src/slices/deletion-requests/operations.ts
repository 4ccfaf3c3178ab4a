import { createHolderDeletionRequest } from '#/slices/deletion-requests/letters/create-holder-deletion-request.ts'
import { listHolderDeletionRequests } from '#/slices/deletion-requests/letters/list-holder-deletion-requests.ts'
import { createRecipientDeletionRequest } from './create-recipient-deletion-request.ts'
import { getRecipientDeletionRequest } from './get-recipient-deletion-request.ts'
import { listRecipientDeletionRequests } from './list-recipient-deletion-requests.ts'

export const deletionRequestOperations = [
  createRecipientDeletionRequest,
  listRecipientDeletionRequests,
  getRecipientDeletionRequest,
  createHolderDeletionRequest,
  listHolderDeletionRequests,
]
