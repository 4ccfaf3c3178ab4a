import { getEvent } from '#/slices/events/feed/get-event.ts'
import { listEvents } from '#/slices/events/feed/list-events.ts'

export const eventOperations = [listEvents, getEvent]
