import { mostOccurrences } from '#/icalendar/read/event.ts'
import type { CalendarFault } from '#/import-files/calendar-rows.ts'
import { daysAhead } from '#/import-files/days-ahead.ts'
import type { RowFault } from '#/app/import/import-row.ts'

/** What is wrong with an event of a calendar file, for whoever imports it by a command. */
export function calendarFault(fault: CalendarFault): RowFault {
  if (fault.code === 'time_unreadable') return { field: 'startsAt', reason: `${fault.property} cannot be read` }
  if (fault.code === 'outdated')
    return { field: '', reason: `is an older version of the event on line ${fault.newerLine}` }
  if (fault.code === 'several_attendees') {
    const reason = `${fault.count} attendees could be the recipient; name one in the description`
    return { field: 'recipient', reason }
  }
  const [field, reason] = texts[fault.code]
  return { field, reason }
}

type Plain = Exclude<CalendarFault['code'], 'time_unreadable' | 'outdated' | 'several_attendees'>

const texts: Readonly<Record<Plain, readonly [field: string, reason: string]>> = {
  not_an_event: ['', 'cannot be read as an event'],
  no_uid: ['externalAppointmentId', 'the event has no UID'],
  no_start: ['startsAt', 'the event has no start'],
  zone_unknown: ['startsAt', 'is in a time zone that is neither known nor in the file'],
  rule_unreadable: ['', 'has a recurrence that cannot be read'],
  rule_too_frequent: ['', 'recurs more often than every day'],
  endless: ['', 'has a recurrence that never ends'],
  not_utf8: ['', 'has characters that are not UTF-8'],
  floating: ['startsAt', 'is in no time zone: say which with --timezone'],
  all_day: ['startsAt', 'an all-day event has no time of day'],
  zone_unnamed: ['timezone', 'is not named in the file: say which with --timezone'],
  no_end: ['endsAt', 'the event has no end after its start'],
  no_occurrence: ['', `has no occurrence in the next ${daysAhead} days`],
  cut_off: ['', `has more than ${mostOccurrences} occurrences in ${daysAhead} days; the later ones are left out`],
  nobody_named: ['recipient', 'no recipient found'],
}
