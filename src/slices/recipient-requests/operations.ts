import { createRecipientCancellationRequest } from '#/slices/recipient-requests/recipient/create-recipient-cancellation-request.ts'
import { createRecipientRescheduleRequest } from '#/slices/recipient-requests/recipient/create-recipient-reschedule-request.ts'
import { getHolderRecipientRequest } from '#/slices/recipient-requests/holder/get-holder-recipient-request.ts'
import { getRecipientRequest } from '#/slices/recipient-requests/recipient/get-recipient-request.ts'
import { listHolderRecipientRequests } from '#/slices/recipient-requests/holder/list-holder-recipient-requests.ts'
import { listRecipientRequests } from '#/slices/recipient-requests/recipient/list-recipient-requests.ts'
import { reviewHolderRecipientRequest } from '#/slices/recipient-requests/holder/review-holder-recipient-request.ts'
import { withdrawRecipientRequest } from '#/slices/recipient-requests/recipient/withdraw-recipient-request.ts'

export const recipientRequestOperations = [
  listHolderRecipientRequests,
  getHolderRecipientRequest,
  reviewHolderRecipientRequest,
  createRecipientCancellationRequest,
  createRecipientRescheduleRequest,
  listRecipientRequests,
  getRecipientRequest,
  withdrawRecipientRequest,
]
