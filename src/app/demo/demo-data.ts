/**
 * Two invented organizations with their staff, twelve people and forty appointments of the past and the coming week.
 * Telephone numbers are fictitious; at those that end in 0004 and 0001 the twins let every message fail. Five people come
 * on some days and were booked in each span of time, which is as few as the report tells apart.
 */
export const demoHolders = [
  {
    displayName: 'Huisartsenpraktijk De Linde',
    branch: 'Zorg',
    defaultLocale: 'nl',
    phoneNumber: '+31201230100',
    staff: ['sanne@linde.example', 'bram@linde.example'],
    locations: [{ id: 'lindelaan', name: 'Lindelaan 1', personCount: 4, roomCount: 3 }],
    quietHours: null,
    /** From today on: so that something arrives as soon as an appointment is made, whatever the hour. */
    sendsRegistrationNotice: true,
  },
  {
    displayName: 'Harbour Dental',
    branch: 'Zorg',
    defaultLocale: 'en',
    phoneNumber: '+31201230200',
    staff: ['kim@harbour.example', 'alex@harbour.example'],
    locations: [{ id: 'quay', name: 'Havenkade 12', personCount: 3, roomCount: 3 }],
    quietHours: { from: '21:00', to: '08:00', days: null },
    sendsRegistrationNotice: false,
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
  tomasz: person('Tomasz Zieliński', '+31612340001', 'tomasz@example.com', 'pl'),
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
    ['piotr', -6, '11:00', 'intake', -9, 'confirmed', 'came'],
    ['fatima', -6, '12:20', 'intake', -9, 'came'],
    ['zeynep', -6, '14:00', 'intake', -9, 'came'],
    ['daan', -6, '15:40', 'intake', -9, 'missed'],
    ['amira', -4, '09:20', 'intake', -9, 'came'],
    ['kees', -4, '11:00', 'intake', -9, 'missed'],
    ['olivia', -4, '12:20', 'intake', -9, 'confirmed', 'came'],
    ['robin', -4, '14:00', 'intake', -8, 'came'],
    ['tomasz', -4, '15:40', 'intake', -5, 'came'],
    ['noor', -2, '09:20', 'intake', -9, 'came'],
    ['james', -2, '11:00', 'intake', -3, 'came'],
    ['daan', -2, '12:20', 'intake', -3, 'missed'],
    ['amira', -2, '14:00', 'intake', -3, 'came'],
    ['emma', -2, '15:40', 'intake', -4, 'came'],
    ['zeynep', -1, '11:00', 'intake', -9, 'confirmed', 'came'],
    ['fatima', -1, '14:00', 'intake', -6, 'cancelled'],
    ['olivia', 0, '09:20', 'intake', -9, 'confirmed'],
    ['fatima', 0, '11:00', 'intake', -9],
    ['james', 0, '14:00', 'intake', -9],
    ['piotr', 0, '15:40', 'intake', -9, 'confirmed'],
    ['kees', 1, '11:00', 'local', -5],
    ['zeynep', 1, '14:00', 'local', -6, 'confirmed'],
    ['amira', 1, '14:00', 'local', -4, 'moved'],
    ['emma', 1, '15:40', 'intake', -6, 'cancelled'],
    ['noor', 2, '09:20', 'intake', -3],
    ['daan', 3, '09:20', 'intake', -2],
    ['piotr', 4, '10:00', 'local', -3, 'wants_to_cancel'],
    ['noor', 5, '14:00', 'local', 0],
    ['zeynep', 7, '09:20', 'local', -1, 'wants_to_move'],
    ['piotr', 8, '11:40', 'local', 0],
    ['noor', 9, '11:15', 'intake', -1],
  ],
  [
    ['olivia', -3, '14:00', 'intake', -9, 'confirmed', 'came'],
    ['noor', -1, '15:40', 'intake', -9, 'came'],
    ['robin', 0, '14:00', 'intake', -6],
    ['james', 1, '14:00', 'intake', -6, 'moved'],
    ['noor', 2, '15:40', 'intake', -2],
    ['noor', 5, '16:30', 'local', 0],
    ['tomasz', 6, '09:45', 'intake', -3, 'cancelled'],
    ['olivia', 8, '12:15', 'local', 0],
  ],
]
