import { Type, type Static } from 'typebox'
import type { SignedIn } from '#/ports/sign-ins.ts'
import {
  Day,
  described,
  formatInstant,
  Identifier,
  Instant,
  LanguageTag,
  nullable,
  strictObject,
  TimeZone,
} from '#/kernel/schema.ts'
import { maskAddress } from '#/slices/reminders/reminders.ts'
import type { EntryRow, ProposalRow } from './store.ts'

const AppointmentTime = strictObject(
  { startsAt: described(Instant, 'When it starts.'), timezone: described(TimeZone, 'Its time zone.') },
  { title: 'AppointmentTime', description: 'When an appointment is; null when there is none.' },
)

/** One of the holder's own entries, with what staff need to know whose it is. */
const WaitingEntry = strictObject(
  {
    holderRecipientId: described(Identifier, 'Id of the entry. Send it to link the person to it.'),
    displayName: Type.String({ maxLength: 200, description: 'The name as you have it.', examples: ['Noor Jansen'] }),
    phoneNumberMasked: nullable(
      Type.String({ maxLength: 20, description: 'The number you have, masked, or null.', examples: ['+31*******78'] }),
    ),
    emailMasked: nullable(
      Type.String({
        maxLength: 260,
        description: 'The e-mail address you have, masked, or null.',
        examples: ['n***@example.com'],
      }),
    ),
    appointmentCount: Type.Integer({ minimum: 1, description: 'How many appointments it has.', examples: [3] }),
    lastAppointment: nullable(described(AppointmentTime, 'The last one that began, or null.')),
    nextAppointment: nullable(described(AppointmentTime, 'The next one, or null.')),
    linked: Type.Boolean({ description: 'Whether the person is linked to it already.' }),
  },
  { title: 'WaitingEntry' },
)

export const ProposedLink = strictObject(
  {
    proposalId: described(Identifier, 'Id of the proposed link.'),
    holderRecipientIds: Type.Array(described(Identifier, 'An entry to link.'), {
      maxItems: 20,
      description: 'The entries to link.',
    }),
    proposedAt: described(Instant, 'When it was proposed.'),
    proposedBy: nullable(
      Type.String({
        maxLength: 254,
        description: 'Address of the colleague who proposed it; null when it is no longer kept.',
        examples: ['anna@praktijk.example'],
      }),
    ),
    isMine: Type.Boolean({ description: 'Whether you proposed it: then a colleague has to confirm it.' }),
  },
  { title: 'ProposedLink', description: 'A link that awaits a second member of staff.' },
)

export const WaitingPerson = strictObject(
  {
    profileId: described(Identifier, 'Id of the sign-in of the person.'),
    lastSignedInOn: nullable(described(Day, 'The day in UTC when they last signed in, or null.')),
    locale: nullable(described(LanguageTag, 'The language they signed in in, or null.')),
    entries: Type.Array(WaitingEntry, {
      maxItems: 50,
      description: 'Entries of yours whose number or address is the one they proved. A family can share a number.',
    }),
    proposal: nullable(ProposedLink),
  },
  { title: 'WaitingPerson' },
)
export type WaitingPerson = Static<typeof WaitingPerson>

export function toWaitingPerson(
  { id, lastSignedInAt, locale }: SignedIn,
  entries: readonly EntryRow[],
  proposal: ProposalRow | null,
  actorId: string,
): WaitingPerson {
  return {
    profileId: id,
    // The day alone: the list is to tell whose entry it is, not when somebody holds their telephone.
    lastSignedInOn: lastSignedInAt?.toZonedDateTimeISO('UTC').toPlainDate().toString() ?? null,
    locale,
    entries: entries.map((entry) => ({
      holderRecipientId: entry.holderRecipientId,
      displayName: entry.displayName,
      phoneNumberMasked: entry.phone === null ? null : maskAddress('sms', entry.phone),
      emailMasked: entry.email === null ? null : maskAddress('email', entry.email),
      appointmentCount: entry.appointmentCount,
      lastAppointment: timeOf(entry.lastAt, entry.lastTimezone),
      nextAppointment: timeOf(entry.nextAt, entry.nextTimezone),
      linked: entry.isLinked,
    })),
    proposal: proposal && toProposedLink(proposal, actorId),
  }
}

export function toProposedLink(proposal: ProposalRow, actorId: string): Static<typeof ProposedLink> {
  return {
    proposalId: proposal.id,
    holderRecipientIds: [...proposal.holderRecipientIds],
    proposedAt: formatInstant(proposal.proposedAt),
    proposedBy: proposal.proposerEmail,
    isMine: proposal.proposedBy === actorId,
  }
}

function timeOf(startsAt: Temporal.Instant | null, timezone: string | null) {
  return startsAt === null || timezone === null ? null : { startsAt: formatInstant(startsAt), timezone }
}

export const waitingPersonExample: WaitingPerson = {
  profileId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d10',
  lastSignedInOn: '2026-11-20',
  locale: 'nl',
  entries: [
    {
      holderRecipientId: '5b8f3c2a-5a7e-5c31-9d4e-3f2b8a6c1d70',
      displayName: 'Noor Jansen',
      phoneNumberMasked: '+31*******78',
      emailMasked: null,
      appointmentCount: 3,
      lastAppointment: { startsAt: '2026-09-03T12:30:00.000Z', timezone: 'Europe/Amsterdam' },
      nextAppointment: { startsAt: '2026-12-03T13:30:00.000Z', timezone: 'Europe/Amsterdam' },
      linked: false,
    },
  ],
  proposal: null,
}

export const proposedLinkExample: Static<typeof ProposedLink> = {
  proposalId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d71',
  holderRecipientIds: ['5b8f3c2a-5a7e-5c31-9d4e-3f2b8a6c1d70'],
  proposedAt: '2026-11-20T09:05:00.000Z',
  proposedBy: 'anna@praktijk.example',
  isMine: true,
}
