import { Type, type Static } from 'typebox'
import { ianaZoneOf } from '#/icalendar/read/zone-names.ts'
import type { CalendarEvent, EventAttendee } from '#/ports/calendar.ts'
import { instantOrNull } from '#/providers/vendor-time.ts'
import { plainText } from './plain-text.ts'

const Moment = Type.Object({ dateTime: Type.String(), timeZone: Type.Optional(Type.String()) })
const Address = Type.Object({
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  address: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const Person = Type.Object({ type: Type.Optional(Type.String()), emailAddress: Type.Optional(Address) })

/** The fields we read of a Graph event. A removed one has only its id. */
export const GraphEvent = Type.Object({
  id: Type.String(),
  '@removed': Type.Optional(Type.Object({})),
  type: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  seriesMasterId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  subject: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  body: Type.Optional(Type.Object({ content: Type.Optional(Type.String()) })),
  location: Type.Optional(Type.Object({ displayName: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
  start: Type.Optional(Moment),
  end: Type.Optional(Moment),
  originalStartTimeZone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  isAllDay: Type.Optional(Type.Boolean()),
  isCancelled: Type.Optional(Type.Boolean()),
  attendees: Type.Optional(Type.Array(Person)),
  organizer: Type.Optional(Type.Union([Person, Type.Null()])),
  isOrganizer: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  responseStatus: Type.Optional(
    Type.Union([Type.Object({ response: Type.Optional(Type.Union([Type.String(), Type.Null()])) }), Type.Null()]),
  ),
})

/** @param selfEmails of the account and of the calendar's owner, in lower case: two on somebody else's calendar */
export function toEvent(event: Static<typeof GraphEvent>, selfEmails: readonly string[]): CalendarEvent {
  const organizer = event.organizer?.emailAddress?.address?.toLowerCase()
  const attendees = (event.attendees ?? []).flatMap((person) => toAttendee(person, organizer, selfEmails))
  const isListed = attendees.some(({ isOrganizer }) => isOrganizer)
  return {
    eventId: event.id,
    isCancelled: event['@removed'] !== undefined || event.isCancelled === true,
    ...(event['@removed'] && { isUnlisted: true }),
    hasTime: instantOf(event.start) !== null && event.isAllDay !== true,
    startsAt: instantOf(event.start),
    endsAt: instantOf(event.end),
    timeZone: event.originalStartTimeZone ? ianaZoneOf(event.originalStartTimeZone) : null,
    summary: event.subject ?? null,
    description: event.body?.content === undefined ? null : plainText(event.body.content),
    location: event.location?.displayName || null,
    attendees:
      isListed || !event.organizer ? attendees : [...attendees, ...toAttendee(event.organizer, organizer, selfEmails)],
    organizerEmail: organizer ?? null,
    isOwn: isOwn(event, selfEmails),
    ownAnswer: answers.get(event.responseStatus?.response ?? '') ?? null,
  }
}

/**
 * `isOrganizer` is about the calendar's owner, even where a delegate organized for them, and safer than an address,
 * which a mail can forge. On somebody else's calendar the account itself can be the organizer too.
 */
function isOwn({ organizer, isOrganizer }: Static<typeof GraphEvent>, selfEmails: readonly string[]): boolean {
  if (!organizer || isOrganizer === true) return true
  const isDecided = isOrganizer === false && selfEmails.length < 2
  return !isDecided && selfEmails.includes(organizer.emailAddress?.address?.toLowerCase() ?? '')
}

/** `none` and `organizer` are no answers. */
const answers = new Map<string, CalendarEvent['ownAnswer']>([
  ['accepted', 'accepted'],
  ['declined', 'declined'],
  ['tentativelyAccepted', 'tentative'],
  ['notResponded', 'needs_action'],
])

function toAttendee(
  { type, emailAddress }: Static<typeof Person>,
  organizer: string | undefined,
  selfEmails: readonly string[],
): EventAttendee[] {
  if (!emailAddress?.address) return []
  const folded = emailAddress.address.toLowerCase()
  return [
    {
      email: emailAddress.address,
      displayName: emailAddress.name || null,
      isOrganizer: folded === organizer,
      isSelf: selfEmails.includes(folded),
      isResource: type === 'resource',
    },
  ]
}

/** Graph is asked for UTC, and answers without an offset. */
function instantOf(moment: Static<typeof Moment> | undefined): Temporal.Instant | null {
  return moment ? instantOrNull(`${moment.dateTime.replace(/Z$/, '')}Z`) : null
}
