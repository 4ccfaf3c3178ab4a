import type { Locale } from '#/locales/locales.ts'
import { clinicPeople, type ClinicZone } from './clinic-data.ts'
import type { Fate } from './clinic-visits.ts'

export type ClinicPerson = {
  readonly displayName: string
  readonly phoneNumberE164: string | null
  readonly email: string | null
  readonly locale: Locale
}

/** Whoever comes to a visit. One person has several, so that each of a few thousand people comes about once. */
export function personOf(zone: ClinicZone, visitNumber: number): Known {
  const { count, first, last, locales, phone } = clinicPeople[zone]
  const number = Math.floor(share(visitNumber, 'person') * count)
  const firstName = pick(first, number)
  const lastName = pick(last, Math.floor(share(number, 'name') * last.length))
  const email = `${asAddress(firstName)}.${asAddress(lastName)}${number}@example.com`
  return {
    zone,
    number,
    displayName: `${firstName} ${lastName}`,
    // The twins treat the lowest numbers in ways of their own.
    phoneNumberE164: share(number, 'phone') < 0.9 ? phone(number + 10) : null,
    email: share(number, 'phone') < 0.6 || share(number, 'phone') >= 0.9 ? email : null,
    address: email,
    locale: pick(locales, number),
  }
}

type Known = ClinicPerson & { readonly zone: ClinicZone; readonly number: number; readonly address: string }

/** The person with the contact that makes the fate of a visit come true, also for messages yet to be sent. */
export function addressee({ zone, number, address, ...person }: Known, fate: Fate): ClinicPerson {
  const { phone, unreachable, landline } = clinicPeople[zone]
  const byPhone = (phoneNumberE164: string) => ({ ...person, phoneNumberE164, email: null })
  if (fate.is === 'asks' || fate.is === 'awaits_new_time')
    return { ...person, phoneNumberE164: person.phoneNumberE164 ?? phone(number + 10) }
  if (fate.is !== 'unreached') return person
  switch (fate.mishap) {
    case 'number_unreachable':
      return byPhone(unreachable(number, '0004'))
    case 'invalid_number':
      return byPhone(unreachable(number, '0002'))
    case 'landline':
      return byPhone(landline(number))
    case 'opted_out':
      return byPhone(unreachable(number, '0003'))
    case 'outcome_unknown':
      return byPhone(phone(number + 10))
    case 'bounced':
      return { ...person, phoneNumberE164: null, email: `bounced.${address}` }
  }
}

/** @param list not empty */
export function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T
}

/** A number from 0 up to 1 that looks random and is the same each time. */
export function share(number: number, what: string): number {
  let hash = 2_166_136_261
  for (const letter of `${number} ${what}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

function asAddress(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll('ı', 'i')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
}
