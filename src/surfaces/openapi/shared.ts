type Reference = { $ref: string }

/** Parts that several operations have in common, each of which stands once in the document's components. */
export type Shared = {
  /**
   * @param base the name of what most operations have; another parameter is named for its first operation as well, another response counted
   * @returns a reference, which leads somewhere once `components` was called
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

  /** A refusal belongs to no operation: several answer it. A parameter that differs is its operation's. */
  function nameOfAnother(base: string, operation: string, named: Readonly<Record<string, object>>): string {
    if (section === 'parameters') return operation + base
    return `${base}-${Object.keys(named).filter((name) => name.startsWith(base)).length + 1}`
  }
}
