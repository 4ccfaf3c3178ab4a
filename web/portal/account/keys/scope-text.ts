import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Whatever a restricted key may do, by scope, in the order of the form: people alone administer keys. */
export const scopeText: Readonly<Record<string, MessageDescriptor>> = {
  'appointments:intake': msg`Send in appointments from your own system`,
  'company:read': msg`Look up companies`,
  'appointments:read': msg`Read appointments`,
  'appointments:write': msg`Add, change and cancel appointments`,
  'reminders:read': msg`Read reminders and their figures`,
  'reminders:write': msg`Change when reminders are sent`,
  'recipient-requests:read': msg`Read requests`,
  'recipient-requests:review': msg`Answer requests`,
  'replies:read': msg`Read replies`,
  'recipient-links:read': msg`See who waits to be linked to appointments`,
  'appointment-types:read': msg`Read appointment types`,
  'appointment-types:write': msg`Change appointment types`,
  'appointment-layouts:read': msg`Read layouts`,
  'appointment-layouts:write': msg`Change layouts`,
  'integrations:read': msg`Read integrations`,
  'integrations:write': msg`Change integrations`,
  'webhooks:read': msg`Read webhooks`,
  'webhooks:write': msg`Change webhooks`,
  'profile:read': msg`Read the profile`,
  'profile:write': msg`Change the profile`,
  'onboarding:read': msg`Read the progress of the set-up`,
  'onboarding:write': msg`Submit the set-up`,
  'billing:read': msg`Read the payment state`,
  'billing:write': msg`Set up payment`,
  'access:read': msg`Read service accounts and the log of API calls`,
  'audit:read': msg`Read the audit`,
}
