import { createRecipientCancellationRequest } from './create-recipient-cancellation-request.ts'
import { createRecipientRescheduleRequest } from './create-recipient-reschedule-request.ts'
import { getHolderRecipientRequest } from './get-holder-recipient-request.ts'
import { getRecipientRequest } from './get-recipient-request.ts'
import { listHolderRecipientRequests } from './list-holder-recipient-requests.ts'
import { listRecipientRequests } from './list-recipient-requests.ts'
import { reviewHolderRecipientRequest } from './review-holder-recipient-request.ts'
import { withdrawRecipientRequest } from './withdraw-recipient-request.ts'

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
