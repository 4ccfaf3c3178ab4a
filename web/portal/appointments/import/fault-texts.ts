import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { ofTextFacts, textFacts } from '../form/text-facts.ts'
import type { Field } from './file/columns.ts'
import type { Fault } from './file/facts.ts'
import { daysAhead } from '#/import-files/days-ahead.ts'
import type { FileFault } from './file/read-file.ts'

/** Why a row is left out. */
export const faultTexts: Readonly<Record<Fault, MessageDescriptor>> = {
  unreadable: msg`This cannot be read`,
  no_name: msg`No name`,
  no_contact: msg`Neither a mobile number nor an e-mail address`,
  phone_unknown: msg`This telephone number does not exist`,
  email_unknown: msg`This is not an e-mail address`,
  no_day: msg`No day`,
  no_such_day: msg`There is no such day`,
  no_time: msg`No time`,
  no_such_time: msg`There is no such time`,
  skipped_by_clock: msg`This time does not exist on that day, because the clocks change`,
  past: msg`In the past`,
  too_far_ahead: msg`More than three years ahead`,
  end: msg`The end does not fit the start`,
  too_long: msg`Name, title or place is too long`,
  twice: msg`The same person and time as an earlier row`,
  there_already: msg`This person already has an appointment at that time`,
  all_day: msg`Lasts all day`,
  cancelled: msg`Cancelled`,
  several_people: msg`Several people are invited`,
  no_occurrence: msg({
    message: plural(daysAhead, { one: 'Does not come in the next # day', other: 'Does not come in the next # days' }),
  }),
}

/** What each column can be. */
export const fieldNames: Readonly<Record<Field, MessageDescriptor>> = {
  name: msg({ message: 'Name', context: 'of a person' }),
  infix: msg`Prefix of last name`,
  surname: msg`Last name`,
  phone: msg`Mobile number`,
  email: msg`E-mail address`,
  day: msg`Day`,
  time: msg`Time`,
  end: msg`End`,
  minutes: msg`Minutes`,
  ...ofTextFacts((fact) => textFacts[fact].name),
  language: msg`Language`,
}

/** Why a file cannot be used. */
export const fileFaultTexts: Readonly<Record<FileFault, MessageDescriptor>> = {
  too_large: msg`This file is too large. Divide it into parts of at most 20 MB.`,
  too_many: msg`This file has more than 20,000 rows. Divide it into parts.`,
  empty: msg`There is nothing in this file.`,
  not_a_table: msg`This is neither a CSV file nor a calendar file. Save the table as CSV and choose that file.`,
}
