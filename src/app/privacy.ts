import { appPrivacy } from '#/app/background/privacy.ts'
import { answersPrivacy, kernelPrivacy } from '#/kernel/postgres/privacy.ts'
import type { Privacy } from '#/kernel/privacy.ts'
import { keysPrivacy, staffPrivacy } from '#/slices/access/privacy.ts'
import { typesPrivacy } from '#/slices/appointment-types/privacy.ts'
import { appointmentsPrivacy } from '#/slices/appointments/privacy.ts'
import { batchesPrivacy } from '#/slices/batches/privacy.ts'
import { billingPrivacy } from '#/slices/billing/privacy.ts'
import { calendarSyncPrivacy } from '#/slices/calendar-sync/privacy.ts'
import { changesPrivacy } from '#/slices/changes/privacy.ts'
import { companiesPrivacy } from '#/slices/companies/privacy.ts'
import { eventsPrivacy } from '#/slices/events/privacy.ts'
import { webhooksPrivacy } from '#/slices/webhooks/privacy.ts'
import { deletionPrivacy } from '#/slices/deletion-requests/privacy.ts'
import { holdersPrivacy } from '#/slices/holders/privacy.ts'
import { calendarsPrivacy } from '#/slices/calendars/privacy.ts'
import { layoutsPrivacy } from '#/slices/layouts/privacy.ts'
import { onboardingPrivacy } from '#/slices/onboarding/privacy.ts'
import { requestsPrivacy } from '#/slices/recipient-requests/privacy.ts'
import { linksPrivacy, signInPrivacy } from '#/slices/recipient-sign-in/privacy.ts'
import { recipientsPrivacy } from '#/slices/recipients/privacy.ts'
import { messagesPrivacy, optOutsPrivacy, policyPrivacy } from '#/slices/reminders/privacy.ts'
import { reportPrivacy } from '#/slices/report/privacy.ts'
import { requestLogPrivacy } from '#/slices/request-log/privacy.ts'
import { repliesPrivacy } from '#/slices/replies/privacy.ts'
import { testInboxPrivacy } from '#/slices/test-inbox/privacy.ts'
import { suggestionsPrivacy } from '#/slices/suggestions/privacy.ts'
import { agentsPrivacy } from '#/slices/agents/privacy.ts'
import { peoplePrivacy } from '#/slices/people/privacy.ts'
import { waitingPeoplePrivacy } from '#/slices/waiting-people/privacy.ts'
import { eraseAnswersAboutAppointments, eraseAnswersOfRecipient } from './privacy-store.ts'

/**
 * What every table declares. An erasure goes through the tables in this order, which is the order of locks; rows that
 * refer to others come before those.
 */
export const privacy: Privacy = {
  main: [
    ...messagesPrivacy,
    ...repliesPrivacy,
    ...batchesPrivacy,
    ...testInboxPrivacy,
    ...requestsPrivacy,
    ...suggestionsPrivacy,
    ...answersPrivacy({ ofEntries: [eraseAnswersAboutAppointments], ofRecipient: [eraseAnswersOfRecipient] }),
    ...agentsPrivacy,
    ...peoplePrivacy,
    ...appointmentsPrivacy,
    ...deletionPrivacy,
    ...waitingPeoplePrivacy,
    ...linksPrivacy,
    ...keysPrivacy,
    ...recipientsPrivacy,
    ...optOutsPrivacy,
    ...staffPrivacy,
    ...calendarsPrivacy,
    ...calendarSyncPrivacy,
    ...companiesPrivacy,
    ...billingPrivacy,
    ...reportPrivacy,
    ...policyPrivacy,
    ...holdersPrivacy,
    ...onboardingPrivacy,
    ...layoutsPrivacy,
    ...changesPrivacy,
    // What is told of events goes before them.
    ...webhooksPrivacy,
    ...eventsPrivacy,
    ...requestLogPrivacy,
    ...typesPrivacy,
    ...kernelPrivacy,
    ...appPrivacy,
  ],
  login: signInPrivacy,
}
