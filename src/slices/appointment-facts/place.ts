import { Type } from 'typebox'
import { columnOf } from '#/kernel/postgres/values/columns.ts'
import { nullable } from '#/kernel/schema.ts'
import { ownFacts } from './table.ts'

/** Those words in an answer. */
export const PlaceWords = nullable(
  Type.String({
    maxLength: 200,
    description: 'Where it is, as messages say it: its label, else the name of its location; null when it has neither.',
    examples: ['Lindelaan'],
  }),
)

/** Where an appointment is, as its person reads it. */
export type Place = {
  /** The location of the holder's scheduling set-up, if it is one of these. */
  readonly locationId: string | null
  /** Its words: the label of the appointment, else the name of the location; null when nobody knows them. */
  readonly words: string | null
}

/** The facts that say a place in messages. */
export type PlaceFact = {
  [Name in keyof typeof ownFacts]: (typeof ownFacts)[Name]['inMessage'] extends 'place' ? Name : never
}[keyof typeof ownFacts]

/** Those that follow the label or the name of the location, as a room would. */
const furtherFacts = Object.entries(ownFacts).flatMap(([name, { inMessage }]) =>
  inMessage === 'place' && name !== 'locationId' && name !== 'locationLabel' ? [name as PlaceFact] : [],
)

/**
 * Where an appointment `a` is, in words: its own label, else the name of its location, and what else the table says of places.
 *
 * @param locations the locations of its holder, by default those of a `platform_holder h`
 */
export function placeSql(locations = `h.scheduling_setup->'locations'`): string {
  const label = `coalesce(a.location_label, (select l->>'name' from jsonb_array_elements(${locations}) l where l->>'id' = a.location_id limit 1))`
  const further = furtherFacts.map((name) => `a.${columnOf(name)}`)
  return `nullif(concat_ws(', ', ${[label, ...further].join(', ')}), '')`
}

/** The same of an appointment that was read without its place, for many that share the locations of their holder. */
export function placeOf(
  facts: { readonly [Name in PlaceFact]: string | null },
  locations: readonly { readonly id: string; readonly name: string }[] | null,
): string | null {
  const label = facts.locationLabel ?? locations?.find(({ id }) => id === facts.locationId)?.name ?? null
  const words = [label, ...furtherFacts.map((name) => facts[name])]
  return words.filter((one) => one !== null).join(', ') || null
}

/**
 * Whether whoever knows of one place has to be told of the other (G3). Case, accents, punctuation and spacing make no other
 * place. At one and the same location a letter more, less or other in one word of six letters or more is a corrected
 * spelling, and everything else may be another room, floor or building; without a common location other words are another
 * place, and another location that is called the same is none.
 */
export function isOtherPlace(one: Place, other: Place): boolean {
  const [words, otherWords] = [folded(one), folded(other)]
  if (words === null || otherWords === null) return words !== otherWords || one.locationId !== other.locationId
  if (words === otherWords) return false
  const isSameLocation = one.locationId !== null && one.locationId === other.locationId
  return !(isSameLocation && isRespelled(words.split(' '), otherWords.split(' ')))
}

/** The same of whoever was told one place in a message; what nobody knows of tells nothing. */
export function isToldElsewhere(told: Place, now: Place): boolean {
  return told.words !== null && now.words !== null && isOtherPlace(told, now)
}

function folded({ words }: Place): string | null {
  if (words === null) return null
  // Accents of Latin, Greek and Cyrillic alone: the marks of other scripts are letters to those who read them.
  const letters = words
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
  return letters.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()
}

function isRespelled(words: readonly string[], others: readonly string[]): boolean {
  const differing = words.flatMap((word, index) => {
    const other = others[index]
    return other === undefined || other === word ? [] : [{ word, other }]
  })
  const [first] = differing
  if (words.length !== others.length || differing.length !== 1 || !first) return false
  return [first.word, first.other].every((word) => /^[\p{L}\p{M}]{6,}$/u.test(word)) && isOneLetterOff(first)
}

function isOneLetterOff({ word, other }: { readonly word: string; readonly other: string }): boolean {
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  const rest = word.slice(start)
  const otherRest = other.slice(start)
  return rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1)
}
