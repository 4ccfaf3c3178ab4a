import { disconnectHolderIntegration } from './disconnect-holder-integration.ts'
import { getHolderIntegration } from './get-holder-integration.ts'
import { listHolderIntegrations } from './list-holder-integrations.ts'
import { startHolderCalendarAuthorization } from '#/slices/calendars/authorization/start-holder-calendar-authorization.ts'
import { updateHolderIntegrationSettings } from './update-holder-integration-settings.ts'

export const calendarOperations = [
  listHolderIntegrations,
  getHolderIntegration,
  startHolderCalendarAuthorization,
  updateHolderIntegrationSettings,
  disconnectHolderIntegration,
]
