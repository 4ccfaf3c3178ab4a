import type { MessageAppointment, MessageInput } from './message-input.ts'

/** A typical message, for tests to change. */
export function exampleMessageInput(changes: Partial<MessageInput> = {}): MessageInput {
  return {
    kind: 'reminder',
    localePreferences: ['nl'],
    holder: {
      displayName: 'Praktijk De Linde',
      phoneNumber: '+31 30 123 45 67',
      websiteUrl: 'https://delinde.example',
    },
    appointments: [exampleAppointment()],
    link: 'https://tijdig.example/a/k7qm2xw4',
    canReply: false,
    smsAlphabet: 'natural',
    changed: 'time',
    delayMinutes: null,
    requestOpen: false,
    isHousehold: false,
    recipientName: 'Sam de Vries',
    unsubscribeUrl: 'https://tijdig.example/u/3f9c',
    organizerEmail: 'afspraken@delinde.example',
    renderedAt: Temporal.Instant.from('2026-11-26T09:00:00Z'),
    ...changes,
  }
}

/** Thursday 3 December 2026, 14:30 to 15:00 in Utrecht. */
export function exampleAppointment(changes: Partial<MessageAppointment> = {}): MessageAppointment {
  return {
    startsAt: Temporal.Instant.from('2026-12-03T13:30:00Z'),
    endsAt: Temporal.Instant.from('2026-12-03T14:00:00Z'),
    timezone: 'Europe/Amsterdam',
    place: 'Lindelaan 12, Utrecht',
    title: null,
    uid: '0b54a9e2c1d04b7d9f0f6f1b8d6f0a11@tijdig.example',
    sequence: 2,
    ...changes,
  }
}
