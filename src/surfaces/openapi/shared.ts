type Reference = { $ref: string }

/** Parts that several operations share, each declared once in the document's components. */
export type Shared = {
  /**
   * @param base the name of the most common form; another parameter gets its first operation's name in front, another
   * response a number
   * @returns a reference, which resolves once `components` was called
   */
  refer(part: object, base: string, operation: string): Reference
  components(): Record<string, object>
}

export function createShared(section: 'parameters' | 'responses'): Shared {
  type Form = {
    readonly part: object
    readonly base: string
    readonly operation: string
    readonly references: Reference[]
  }
  const forms = new Map<string, Form>()
  return {
    refer(part, base, operation) {
      const key = JSON.stringify([base, part])
      const form = forms.get(key) ?? { part, base, operation, references: [] }
      forms.set(key, form)
      const reference = { $ref: '' }
      form.references.push(reference)
      return reference
    },
    components() {
      const named: Record<string, object> = {}
      const mostUsedFirst = [...forms.values()].sort((a, b) => b.references.length - a.references.length)
      for (const { part, base, operation, references } of mostUsedFirst) {
        const name = base in named ? nameOfAnother(base, operation, named) : base
        named[name] = part
        for (const reference of references) reference.$ref = `#/components/${section}/${name}`
      }
      return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }

  /** Another parameter is named for its operation; another response, which several operations share, is numbered. */
  function nameOfAnother(base: string, operation: string, named: Readonly<Record<string, object>>): string {
    if (section === 'parameters') return operation + base
    return `${base}-${Object.keys(named).filter((name) => name.startsWith(base)).length + 1}`
  }
}
