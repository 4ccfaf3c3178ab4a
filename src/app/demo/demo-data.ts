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

/** What became of an appointment after it was made. */
export type DemoStory = 'came' | 'missed' | 'moved' | 'cancelled' | 'confirmed' | 'wants_to_cancel' | 'wants_to_move'

/** Days are counted from today: -1 is yesterday. */
export type DemoVisit = readonly [
  person: keyof typeof demoPeople,
  inDays: number,
  time: string,
  /** Only its source system can move an appointment from the intake; staff entered the others. */
  origin: 'intake' | 'local',
  madeInDays: number,
  ...stories: DemoStory[],
]

/**
 * By organization, in the order above. On the first day everybody who is linked has an appointment at each organization
 * they go to, so that one link is for all. Times repeat, so that what falls due together is sent at one stop of the clock.
 */
export const demoVisits: readonly (readonly DemoVisit[])[] = [
  [
    ['emma', -6, '09:20', 'intake', -9, 'came'],
    ['kees', -5, '11:00', 'intake', -9, 'missed'],
    ['amira', -4, '11:00', 'intake', -9, 'came'],
    ['piotr', -3, '14:00', 'intake', -9, 'confirmed', 'came'],
    ['noor', -2, '09:20', 'intake', -9, 'came'],
    ['daan', -2, '15:40', 'intake', -3, 'missed'],
    ['zeynep', -1, '11:00', 'intake', -9, 'confirmed', 'came'],
    ['emma', 0, '09:20', 'intake', -6],
    ['amira', 0, '11:00', 'intake', -4],
    ['piotr', 0, '15:40', 'intake', -8, 'confirmed'],
    ['kees', 1, '11:00', 'local', -5],
    ['zeynep', 1, '14:00', 'local', -6, 'confirmed'],
    ['noor', 2, '09:20', 'intake', -3],
    ['daan', 3, '09:20', 'intake', -2],
    ['amira', 3, '14:40', 'local', -4, 'moved'],
    ['piotr', 4, '10:00', 'local', -3, 'wants_to_cancel'],
    ['noor', 5, '14:00', 'local', 0],
    ['emma', 5, '15:20', 'intake', -6, 'cancelled'],
    ['daan', 6, '14:00', 'local', -1],
    ['zeynep', 7, '09:20', 'local', -1, 'wants_to_move'],
    ['piotr', 8, '11:40', 'local', 0],
    ['noor', 9, '11:15', 'intake', 0],
  ],
  [
    ['james', -6, '14:00', 'intake', -9, 'came'],
    ['olivia', -4, '09:20', 'intake', -9, 'confirmed', 'came'],
    ['fatima', -3, '11:00', 'intake', -4, 'missed'],
    ['robin', -2, '11:00', 'intake', -8, 'came'],
    ['noor', -1, '15:40', 'intake', -9, 'came'],
    ['james', 0, '09:20', 'intake', -6],
    ['olivia', 0, '14:00', 'intake', -5],
    ['tomasz', 1, '11:00', 'local', -3],
    ['fatima', 1, '15:40', 'local', -4],
    ['noor', 2, '15:40', 'intake', -2],
    ['olivia', 3, '11:00', 'local', -4, 'confirmed'],
    ['robin', 3, '09:20', 'intake', -2],
    ['james', 4, '13:15', 'intake', -6, 'moved'],
    ['noor', 5, '16:30', 'local', 0],
    ['tomasz', 6, '09:45', 'intake', -3, 'cancelled'],
    ['olivia', 7, '15:00', 'intake', -2, 'wants_to_move'],
    ['olivia', 8, '12:15', 'local', 0],
    ['robin', 10, '11:15', 'intake', -1],
  ],
]
