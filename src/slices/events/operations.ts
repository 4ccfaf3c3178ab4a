import { getEvent } from '#/slices/events/reading/get-event.ts'
import { listEvents } from '#/slices/events/reading/list-events.ts'

export const eventOperations = [listEvents, getEvent]
