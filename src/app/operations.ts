import type { Operation } from '#/kernel/operation.ts'
import { accessOperations } from '#/slices/access/operations.ts'
import { auditTrailOperations } from '#/slices/audit-trail/operations.ts'
import { appointmentTypeOperations } from '#/slices/appointment-types/operations.ts'
import { appointmentOperations } from '#/slices/appointments/operations.ts'
import { batchOperations } from '#/slices/batches/operations.ts'
import { changeOperations } from '#/slices/changes/operations.ts'
import { eventOperations } from '#/slices/events/operations.ts'
import { companyOperations } from '#/slices/companies/operations.ts'
import { billingOperations } from '#/slices/billing/operations.ts'
import { deletionRequestOperations } from '#/slices/deletion-requests/operations.ts'
import { holderOperations } from '#/slices/holders/operations.ts'
import { layoutOperations } from '#/slices/layouts/operations.ts'
import { calendarOperations } from '#/slices/calendars/operations.ts'
import { recipientRequestOperations } from '#/slices/recipient-requests/operations.ts'
import { recipientOperations } from '#/slices/recipients/operations.ts'
import { onboardingOperations } from '#/slices/onboarding/operations.ts'
import { reminderOperations } from '#/slices/reminders/operations.ts'
import { replyOperations } from '#/slices/replies/operations.ts'
import { reportOperations } from '#/slices/report/operations.ts'
import { requestLogOperations } from '#/slices/request-log/operations.ts'
import { suggestionOperations } from '#/slices/suggestions/operations.ts'
import { peopleOperations } from '#/slices/people/operations.ts'
import { waitingPeopleOperations } from '#/slices/waiting-people/operations.ts'
import { testInboxOperations } from '#/slices/test-inbox/operations.ts'
import { webhookOperations } from '#/slices/webhooks/operations.ts'
import { agentOperations } from '#/slices/agents/operations.ts'

/** Everything the API can do. */
export const operations = [
  ...accessOperations,
  ...holderOperations,
  ...companyOperations,
  ...onboardingOperations,
  ...appointmentOperations,
  ...appointmentTypeOperations,
  ...layoutOperations,
  ...reminderOperations,
  ...replyOperations,
  ...batchOperations,
  ...reportOperations,
  ...calendarOperations,
  ...billingOperations,
  ...agentOperations,
  ...recipientOperations,
  ...recipientRequestOperations,
  ...suggestionOperations,
  ...deletionRequestOperations,
  ...waitingPeopleOperations,
  ...peopleOperations,
  ...changeOperations,
  ...requestLogOperations,
  ...auditTrailOperations,
  ...testInboxOperations,
  ...webhookOperations,
  ...eventOperations,
] as const satisfies readonly Operation[]

/** What each operation takes and answers, by its id: types for the web apps, which run none of this code. */
export type Calls = { readonly [C in AnyCall as C['operationId']]: C }

type AnyCall = NonNullable<(typeof operations)[number]['call']>
