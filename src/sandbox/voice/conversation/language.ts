/** The languages the twin agent understands and speaks. */
export type Language = 'nl' | 'en'

/** What was said, in lower case, without punctuation, with single spaces. */
export function normalized(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll("o'clock", 'oclock')
    .replaceAll(/[?!,;"]|[.:](?=\s|$)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The language of what was said, by its most common words; the previous one when these are inconclusive. */
export function languageOf(text: string, before: Language): Language {
  const spoken = normalized(text).split(' ')
  const count = (words: ReadonlySet<string>) => spoken.filter((word) => words.has(word)).length
  const difference = count(dutch) - count(english)
  if (difference === 0) return before
  return difference > 0 ? 'nl' : 'en'
}

const dutch = new Set(
  `wie wat welke wanneer hoeveel hoe laat komt komen kom kun kan je jij ik wil heeft hebben niet nog geen bevestigd de het
  een die dat deze hem haar van naar om op voor met uur half kwart over af ja nee doe maar graag alsjeblieft toch vandaag
  morgen overmorgen maandag dinsdag woensdag donderdag vrijdag zaterdag zondag volgende komende aanstaande afspraak
  afspraken verzet verplaats verschuif annuleer zeg verzoeken eerste tweede derde vierde laatste zelf patiënt praktijk
  dubbel anders laat dag doei`.split(/\s+/),
)
const english = new Set(
  `who what which when how many time is are was does can could you i want would has have not confirmed yet the a an it that
  this him her them of to at on for with oclock half quarter past off yes no please today tomorrow monday tuesday wednesday
  thursday friday saturday sunday next coming comes appointment appointments move reschedule shift cancel call requests
  first second third fourth last patient practice duplicate other never mind bye`.split(/\s+/),
)
