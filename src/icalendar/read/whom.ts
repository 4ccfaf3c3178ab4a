/** Whom an event is for, as it is written there. */
export type NamedPerson = { readonly name: string | null; readonly phone: string | null; readonly email: string | null }

type Invited = {
  readonly email: string | null
  readonly phoneNumber?: string | null
  readonly displayName: string | null
  readonly isOrganizer: boolean
  /** The account itself, where one is connected. */
  readonly isSelf?: boolean
  readonly isResource: boolean
}

/** Whether an attendee can be whom the event is for: not the organizer, the account itself or a room. */
export function isGuest({ isOrganizer, isSelf = false, isResource }: Invited): boolean {
  return !isOrganizer && !isSelf && !isResource
}

/**
 * Whom an event is for: the contact in the labelled lines of its description (`Tel: 06 12345678`, `E-mail: …`,
 * `Naam: …`), or else the one attendee who is not the organizer, the account itself or a room. With several attendees
 * the event does not say whose appointment it is, and a guess could tell the wrong person.
 */
export function whomOf({
  description,
  attendees,
}: {
  readonly description: string | null
  readonly attendees: readonly Invited[]
}): NamedPerson | 'nobody_named' | 'several_attendees' {
  const { name = null, phone = null, email = null } = labelledLines(description ?? '')
  if (phone !== null || email !== null) return { name, phone, email }
  const [person, another] = attendees.filter(isGuest)
  if (!person) return 'nobody_named'
  if (another) return 'several_attendees'
  return { name: name ?? person.displayName, phone: person.phoneNumber ?? null, email: person.email }
}

type Label = 'phone' | 'email' | 'name'
const labels: Readonly<Record<string, Label>> = {
  tel: 'phone',
  telefoon: 'phone',
  telefoonnummer: 'phone',
  telefon: 'phone',
  mobiel: 'phone',
  mobil: 'phone',
  handy: 'phone',
  phone: 'phone',
  mobile: 'phone',
  mail: 'email',
  email: 'email',
  'e-mail': 'email',
  naam: 'name',
  name: 'name',
}
const labelled = new RegExp(`^(${Object.keys(labels).join('|')})(?:\\.?[ \\t]*:|\\.)(.*)$`, 'i')

/** Nothing beyond so many characters of a description is read. */
const longestDescription = 8_192

/** The first line of each kind counts. */
function labelledLines(description: string): { readonly [key in Label]?: string } {
  const found: { [key in Label]?: string } = {}
  const lines = description.slice(0, longestDescription).split(/[\n\r\u2028\u2029]/)
  // The last line was cut, and part of a number is another number.
  if (description.length > longestDescription) lines.pop()
  for (const line of lines) {
    const [, label = '', value = ''] = labelled.exec(line.trim()) ?? []
    const kind = labels[label.toLowerCase()]
    if (kind && value.trim() !== '') found[kind] ??= value.trim()
  }
  return found
}
