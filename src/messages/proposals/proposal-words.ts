/** The words of a proposal: what is done, what each field is called, and what the words of the API mean. */
export type ProposalWords = { readonly [Key in ProposalKey]: string }

export type ProposalKey =
  | `proposal.title.${ProposedOperation}`
  | `proposal.field.${ProposalField}`
  | `proposal.value.${ProposalValue}`
  | 'proposal.yes'
  | 'proposal.no'

/** Operations that can be proposed. */
export type ProposedOperation =
  | 'updateHolderInterfaceLocale'
  | 'updateHolderProfile'
  | 'updateHolderOnboardingStep'
  | 'submitHolderOnboarding'
  | 'startHolderPaymentSetup'
  | 'startHolderCalendarAuthorization'
  | 'updateHolderIntegrationSettings'
  | 'disconnectHolderIntegration'
  | 'createHolderAppointmentType'
  | 'updateHolderAppointmentType'
  | 'archiveHolderAppointmentType'
  | 'createHolderAppointment'
  | 'updateHolderAppointment'
  | 'cancelHolderAppointment'
  | 'updateHolderAppointmentLayout'
  | 'reviewHolderRecipientRequest'

/** Names of input fields, and of what shows which target is meant. */
export type ProposalField =
  | 'locale'
  | 'billingEmail'
  | 'branch'
  | 'communicationInboxEmail'
  | 'defaultLocale'
  | 'defaultTimezone'
  | 'displayName'
  | 'legalName'
  | 'financialContactName'
  | 'financialContactPhoneNumber'
  | 'generalContactName'
  | 'headquartersAddressLine1'
  | 'headquartersCountryCode'
  | 'headquartersPlace'
  | 'headquartersPostalCode'
  | 'registrationCountryCode'
  | 'registrationNumber'
  | 'socialFacebook'
  | 'socialInstagram'
  | 'socialLinkedIn'
  | 'taxNumber'
  | 'websiteUrl'
  | 'whatsappNumber'
  | 'schedulingSetup'
  | 'locations'
  | 'id'
  | 'name'
  | 'personCount'
  | 'roomCount'
  | 'stepId'
  | 'status'
  | 'startsAt'
  | 'endsAt'
  | 'appointmentTypeId'
  | 'title'
  | 'organizationId'
  | 'locationId'
  | 'locationLabel'
  | 'timezone'
  | 'recipient'
  | 'email'
  | 'phoneNumberE164'
  | 'reasonCode'
  | 'note'
  | 'smsSafe'
  | 'durationMinutes'
  | 'locationIds'
  | 'reminderPlan'
  | 'steps'
  | 'offset'
  | 'channel'
  | 'fallback'
  | 'kind'
  | 'skipIfConfirmed'
  | 'recipientActions'
  | 'confirm'
  | 'cancelRequest'
  | 'rescheduleRequest'
  | 'deadline'
  | 'instructions'
  | 'layoutId'
  | 'color'
  | 'dryRun'
  | 'schemaVersion'
  | 'components'
  | 'componentId'
  | 'type'
  | 'position'
  | 'visible'
  | 'width'
  | 'options'
  | 'showLabel'
  | 'showEndTime'
  | 'maxLines'
  | 'calendars'
  | 'calendarId'
  | 'selected'
  | 'decision'
  | 'message'
  | 'suggestedStartsAt'
  | 'suggestedEndsAt'
  | 'accountLabel'
  | 'surface'
  | 'createdAt'

/** Words of the API as values, each with its field: `provider` is a reason and a component. */
export type ProposalValue =
  | `status.${'skipped' | 'open' | 'done' | 'blocked' | 'registered' | 'cancelled' | 'completed' | 'no_show' | 'active' | 'archived' | 'not_started' | 'in_progress' | 'pending_review' | 'connected' | 'disconnected' | 'not_connected' | 'authorization_pending' | 'action_required' | 'error' | 'setup_pending' | 'failed'}`
  | `reasonCode.${'recipient' | 'provider' | 'duplicate' | 'other' | 'ill' | 'work' | 'transport' | 'no_longer_needed'}`
  | `channel.${'preferred' | 'sms' | 'email'}`
  | `fallback.${'none' | 'sms' | 'email'}`
  | `kind.${'reminder' | 'confirm_prompt'}`
  | `decision.${'approved' | 'declined'}`
  | `type.${'cancel' | 'reschedule' | 'date_time' | 'provider' | 'title' | 'location' | 'instructions' | 'actions' | 'status' | 'contact' | 'calendar_link' | 'privacy'}`
  | `width.${'full' | 'half'}`
  | `surface.${'appointment_list' | 'appointment_detail'}`
  | `stepId.${'company' | 'profile' | 'contacts' | 'language_timezone' | 'scheduling_setup' | 'appointment_types' | 'payment' | 'integration' | 'test_message'}`
