/** Parts that several operations share, each declared once in the document's components. */
export type Shared = {
  /**
   * @param base the name of the most common form; another parameter gets its first operation's name in front, another
   * response a number
   * @returns a reference, or the parameter itself when no other operation has it; filled in once `components` was called
   */
  refer(part: object, base: string, operation: string): object
  components(): Record<string, object>
}

export function createShared(section: 'parameters' | 'responses'): Shared {
  type Form = {
    readonly part: object
    readonly base: string
    readonly operation: string
    readonly places: object[]
  }
  const forms = new Map<string, Form>()
  return {
    refer(part, base, operation) {
      const key = JSON.stringify([base, part])
      const form = forms.get(key) ?? { part, base, operation, places: [] }
      forms.set(key, form)
      const place = {}
      form.places.push(place)
      return place
    },
    components() {
      const named: Record<string, object> = {}
      const mostUsedFirst = [...forms.values()].sort((a, b) => b.places.length - a.places.length)
      for (const { part, base, operation, places } of mostUsedFirst) {
        const isShared = section === 'responses' || places.length > 1
        const name = base in named ? nameOfAnother(base, operation, named) : base
        if (isShared) named[name] = part
        for (const place of places) Object.assign(place, isShared ? { $ref: `#/components/${section}/${name}` } : part)
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
