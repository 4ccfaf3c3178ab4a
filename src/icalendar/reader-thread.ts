import { answerInThread } from '#/kernel/flow/bounded-thread.ts'
import { readCalendarObject, type CalendarObject, type OccurrenceWindow } from '#/icalendar/read/event.ts'

// Where `readCalendarObjects` has objects read.
answerInThread(({ object, window }: { readonly object: CalendarObject; readonly window: OccurrenceWindow }) =>
  readCalendarObject(object, window),
)
