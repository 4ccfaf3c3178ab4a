import { getEvent } from './reading/get-event.ts'
import { listEvents } from './reading/list-events.ts'

export const eventOperations = [listEvents, getEvent]
