import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { billingStates } from '../../account/billing/billing-text.ts'
import { requestReasons, requestTypes } from '../../requests/request-text.ts'
import { connectionStatuses } from '../../setup/integrations/integration-text.ts'
import {
  appointmentFields,
  layoutFields,
  onboardingStates,
  profileFields,
  stepNames,
  stepStates,
  typeFields,
  type Names,
  type ProposalFields,
} from './proposal-fields.ts'

/**
 * What an agent can propose, in the words of the portal's own forms: what it does, and the name of each path that its
 * proposal can show, with `#` for a number in a list. The test beside this names what is missing.
 */
export const proposalNames: Readonly<Record<string, { title: MessageDescriptor; fields: ProposalFields }>> = {
  updateHolderInterfaceLocale: {
    title: msg`Language of the portal`,
    fields: { locale: { name: msg`Language`, as: 'language' } },
  },
  updateHolderProfile: {
    title: msg`Change the profile`,
    fields: {
      ...profileFields,
      schedulingSetup: { name: msg`Locations`, none: msg`None` },
      'schedulingSetup.locations': { name: msg`Locations`, none: msg`None` },
      'schedulingSetup.locations.#': { name: msg`Location` },
      'schedulingSetup.locations.#.id': { name: msg`Id` },
      'schedulingSetup.locations.#.name': { name: msg`Name` },
      'schedulingSetup.locations.#.personCount': { name: msg`People who work there` },
      'schedulingSetup.locations.#.roomCount': { name: msg`Rooms` },
    },
  },
  updateHolderOnboardingStep: {
    title: msg`Skip or reopen a set-up step`,
    fields: { stepId: { name: msg`Step`, values: stepNames }, status: { name: msg`Status`, values: stepStates } },
  },
  submitHolderOnboarding: {
    title: msg`Submit the set-up`,
    fields: { status: { name: msg`Status`, values: onboardingStates } },
  },
  startHolderPaymentSetup: {
    title: msg`Set up payment`,
    fields: {
      status: { name: msg`Status`, values: namesOf(billingStates) },
      locale: { name: msg`Language`, as: 'language' },
    },
  },
  startHolderCalendarAuthorization: { title: msg`Connect a calendar`, fields: { name: { name: msg`Calendar` } } },
  updateHolderIntegrationSettings: {
    title: msg`Calendars that are read`,
    fields: {
      name: { name: msg`Calendar` },
      accountLabel: { name: msg({ message: 'Account', context: 'at a calendar service' }) },
      calendars: { name: msg`Calendars`, none: msg`None` },
      'calendars.#': { name: msg`Calendar` },
      'calendars.#.calendarId': { name: msg`Id` },
      'calendars.#.selected': { name: msg({ message: 'Read', context: 'whether a calendar is read' }) },
    },
  },
  disconnectHolderIntegration: {
    title: msg`Disconnect a calendar`,
    fields: {
      name: { name: msg`Calendar` },
      accountLabel: { name: msg({ message: 'Account', context: 'at a calendar service' }) },
      status: { name: msg`Status`, values: namesOf(connectionStatuses) },
    },
  },
  createHolderAppointmentType: { title: msg`New appointment type`, fields: typeFields },
  updateHolderAppointmentType: { title: msg`Change an appointment type`, fields: typeFields },
  archiveHolderAppointmentType: { title: msg`Archive an appointment type`, fields: typeFields },
  createHolderAppointment: { title: msg`Make the appointment`, fields: appointmentFields },
  updateHolderAppointment: { title: msg`Change the appointment`, fields: appointmentFields },
  cancelHolderAppointment: {
    title: msg`Cancel the appointment`,
    fields: {
      ...appointmentFields,
      status: {
        name: msg`Status`,
        values: {
          registered: msg({ message: 'Booked', context: 'status of an appointment' }),
          completed: msg`Attended`,
          no_show: msg`Did not attend`,
          cancelled: msg`Cancelled`,
        },
      },
      reasonCode: {
        name: msg`Reason`,
        values: {
          provider: msg`We are not available`,
          recipient: msg`The person cannot come`,
          duplicate: msg`It was entered twice`,
          other: msg`Another reason`,
        },
      },
      note: { name: msg`Internal note` },
    },
  },
  updateHolderAppointmentLayout: { title: msg`Change how the app shows appointments`, fields: layoutFields },
  reviewHolderRecipientRequest: {
    title: msg`Answer the request`,
    fields: {
      type: { name: msg({ message: 'Kind', context: 'of a request, or of a part of a screen' }), values: requestTypes },
      reasonCode: { name: msg`Reason`, values: requestReasons },
      note: { name: msg`In their words` },
      createdAt: { name: msg`Requested on`, as: 'instant' },
      decision: {
        name: msg({ message: 'Decision', context: 'on a request' }),
        values: { approved: msg`Approve`, declined: msg`Decline` },
      },
      message: { name: msg`Message to the person` },
      suggestedStartsAt: { name: msg`Proposed start`, as: 'instant' },
      suggestedEndsAt: { name: msg`Proposed end`, as: 'instant' },
    },
  },
}

function namesOf(looks: Readonly<Record<string, { readonly name: MessageDescriptor }>>): Names {
  return Object.fromEntries(Object.entries(looks).map(([value, { name }]) => [value, name]))
}
