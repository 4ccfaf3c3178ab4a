import { IntlMessageFormat } from 'intl-messageformat'

/** A plural of a pattern: the argument it chooses by, and its forms. */
export type PatternPlural = { readonly argument: string; readonly forms: readonly string[] }

export type Pattern = {
  /** Names of the arguments, each once, sorted. */
  readonly names: readonly string[]
  readonly plurals: readonly PatternPlural[]
  /** Whether a plural writes its number (`#`). */
  readonly writesNumber: boolean
}

/** Reads an ICU MessageFormat pattern. Throws an error that says where it is wrong. */
export function readPattern(text: string): Pattern {
  const names = new Set<string>()
  const plurals: PatternPlural[] = []
  let writesNumber = false
  const walk = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if (element.type === pound) writesNumber = true
      if (element.type === literal || element.type === pound) continue
      names.add(String(element.value))
      if (element.options === undefined) continue
      plurals.push({ argument: String(element.value), forms: Object.keys(element.options) })
      for (const option of Object.values(element.options)) walk(option.value)
    }
  }
  walk(elementsOf(text))
  return { names: [...names].toSorted(), plurals, writesNumber }
}

/** The names of the arguments of a pattern, each once, sorted. */
export function argumentNames(text: string): readonly string[] {
  return readPattern(text).names
}

function elementsOf(text: string): readonly Element[] {
  return new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst() as readonly Element[]
}

/** What we read of an element of the library's tree. */
type Element = {
  readonly type: number
  readonly value?: unknown
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>
}

const literal = 0
const pound = 7
