/**
 * Two invented organizations with their staff, twelve people and forty appointments of the past and the coming week.
 * Telephone numbers are fictitious; at those that end in 0004 and 0001 the twins let every message fail.
 */
export const demoHolders = [
  {
    displayName: 'Huisartsenpraktijk De Linde',
    branch: 'Zorg',
    defaultLocale: 'nl',
    phoneNumber: '+31201230100',
    staff: ['sanne@linde.example', 'bram@linde.example'],
    locations: [{ id: 'lindelaan', name: 'Lindelaan 1', personCount: 4, roomCount: 3 }],
    /** So that something arrives as soon as an appointment is made, whatever the hour. */
    policy: { sendRegistrationNotice: true, quietHours: null },
  },
  {
    displayName: 'Harbour Dental',
    branch: 'Zorg',
    defaultLocale: 'en',
    phoneNumber: '+31201230200',
    staff: ['kim@harbour.example', 'alex@harbour.example'],
    locations: [{ id: 'quay', name: 'Havenkade 12', personCount: 3, roomCount: 3 }],
    policy: { sendRegistrationNotice: false, quietHours: { from: '21:00', to: '08:00', days: null } },
  },
] as const

export type DemoHolder = (typeof demoHolders)[number]

export type DemoPerson = {
  readonly displayName: string
  readonly phoneNumberE164: string | null
  readonly email: string | null
  /** Their language; null: that of the organization. */
  readonly locale: string | null
  /** Linked: an operator confirmed who it is. Proved: has signed in, and waits for that. */
  readonly signIn?: 'linked' | 'proved'
}

/** Linked people sort after Noor Jansen, whom the examples sign in. */
export const demoPeople = {
  noor: person('Noor Jansen', '+31612340101', 'noor@example.com', null, 'linked'),
  daan: person('Daan Bakker', '+31612340102', null, null, 'proved'),
  robin: person('Robin Smit', null, 'robin@example.com', null),
  amira: person('Amira Haddad', '+31612340103', null, 'ar'),
  piotr: person('Piotr Nowak', '+31612340105', 'piotr@example.com', 'pl', 'linked'),
  zeynep: person('Zeynep Kaya', '+31612340106', null, 'tr', 'linked'),
  emma: person('Emma de Groot', '+31612340107', 'emma@example.com', null),
  kees: person('Kees Vermeer', '+31612340004', null, null),
  james: person('James Carter', '+31612340109', null, 'en'),
  olivia: person('Olivia Brown', '+31612340110', 'olivia@example.com', 'en', 'linked'),
  fatima: person('Fatima Zahra', '+31612340111', null, 'ar'),
  tomasz: person('Tomasz Zieliński', '+31612340001', null, 'pl'),
} satisfies Record<string, DemoPerson>

function person(
  displayName: string,
  phoneNumberE164: string | null,
  email: string | null,
  locale: string | null,
  signIn?: 'linked' | 'proved',
): DemoPerson {
  return { displayName, phoneNumberE164, email, locale, ...(signIn ? { signIn } : {}) }
}

/** What became of an appointment since it was made. */
export type DemoStory = 'came' | 'missed' | 'moved' | 'cancelled' | 'confirmed' | 'wants_to_cancel' | 'wants_to_move'

export type DemoVisit = readonly [
  person: keyof typeof demoPeople,
  /** Days from today; past ones came by intake, since staff cannot enter them. */
  inDays: number,
  time: string,
  /** Only its source system can move an appointment from the intake; staff entered the others. */
  origin: 'intake' | 'local',
  story?: DemoStory,
]

/** By organization, in the order above. */
export const demoVisits: readonly (readonly DemoVisit[])[] = [
  [
    ['emma', -6, '09:00', 'intake', 'came'],
    ['kees', -5, '10:40', 'intake', 'missed'],
    ['amira', -4, '11:20', 'intake', 'came'],
    ['piotr', -3, '14:00', 'intake', 'came'],
    ['noor', -2, '09:40', 'intake', 'came'],
    ['daan', -2, '15:20', 'intake', 'missed'],
    ['zeynep', -1, '10:00', 'intake', 'came'],
    ['emma', 0, '08:40', 'intake'],
    ['amira', 0, '11:00', 'intake'],
    ['piotr', 0, '16:20', 'intake'],
    ['kees', 1, '10:20', 'local'],
    ['zeynep', 1, '13:40', 'local', 'confirmed'],
    ['noor', 2, '09:30', 'intake'],
    ['daan', 3, '09:30', 'intake'],
    ['amira', 3, '14:40', 'local', 'moved'],
    ['piotr', 4, '10:00', 'local', 'wants_to_cancel'],
    ['noor', 5, '14:00', 'local'],
    ['emma', 5, '15:20', 'intake', 'cancelled'],
    ['daan', 6, '14:00', 'local'],
    ['zeynep', 7, '09:20', 'local', 'wants_to_move'],
    ['piotr', 8, '11:40', 'local'],
    ['noor', 9, '11:15', 'intake'],
  ],
  [
    ['james', -6, '13:00', 'intake', 'came'],
    ['olivia', -4, '09:30', 'intake', 'came'],
    ['fatima', -3, '11:00', 'intake', 'missed'],
    ['robin', -2, '10:15', 'intake', 'came'],
    ['noor', -1, '15:45', 'intake', 'came'],
    ['james', 0, '09:15', 'intake'],
    ['olivia', 0, '14:30', 'intake'],
    ['tomasz', 1, '11:30', 'local'],
    ['fatima', 1, '16:00', 'local'],
    ['noor', 2, '16:45', 'intake'],
    ['olivia', 3, '10:45', 'local', 'confirmed'],
    ['robin', 3, '09:30', 'intake'],
    ['james', 4, '13:15', 'intake', 'moved'],
    ['noor', 5, '16:30', 'local'],
    ['tomasz', 6, '09:45', 'intake', 'cancelled'],
    ['olivia', 7, '15:00', 'intake', 'wants_to_move'],
    ['olivia', 8, '12:15', 'local'],
    ['robin', 10, '11:15', 'intake'],
  ],
]
