/** A field in words: its name, and a value of it. */
export type FieldText<T> = {
  readonly [Field in keyof T]?: { readonly name: string; readonly text: (value: T) => string }
}

/** A field that is not as it was when it was shown, in words. */
export type Difference = { readonly name: string; readonly before: string; readonly now: string }

/** What reads differently in the words of its fields. */
export function differences<T extends object>(before: T, now: T, fields: FieldText<T>): readonly Difference[] {
  return Object.values<FieldText<T>[keyof T]>(fields).flatMap((words) => {
    if (words === undefined) return []
    const [old, present] = [words.text(before), words.text(now)]
    return old === present ? [] : [{ name: words.name, before: old, now: present }]
  })
}

/** Those of the given values that are not as in `ground`. */
export function differing<T extends object>(fields: readonly (keyof T)[], given: Partial<T>, ground: T): Partial<T> {
  const entries = fields.filter((field) => field in given && !isSame(given[field], ground[field]))
  return Object.fromEntries(entries.map((field) => [field, given[field]])) as Partial<T>
}

/** Edits as they were sent, on top of the version they were typed on. */
export type Sent<T> = { readonly base: T; readonly changes: Partial<T> }

/** Whether what is stored by now has all that was sent: then it was stored, whoever answered. */
export function isStored<T extends object>({ changes }: Sent<T>, latest: T): boolean {
  return (Object.keys(changes) as (keyof T)[]).every((field) => isSame(changes[field], latest[field]))
}

/**
 * What others changed since the edits were begun: not what has become as it was sent, now or earlier without an answer.
 */
export function changedByOthers<T extends object>(
  fields: readonly (keyof T)[],
  latest: T,
  sent: Sent<T>,
  unanswered: readonly Sent<T>[],
): Partial<T> {
  const own = [sent, ...unanswered]
  const changed = differing<T>(fields, latest, sent.base)
  const others = (Object.keys(changed) as (keyof T)[]).filter(
    (field) => !own.some(({ changes }) => field in changes && isSame(changes[field], latest[field])),
  )
  return Object.fromEntries(others.map((field) => [field, latest[field]])) as Partial<T>
}

/** What was typed and not sent, such as while a save was under way. */
export function typedSince<T extends object>(typed: Partial<T>, sent: Partial<T>): Partial<T> {
  const entries = Object.entries(typed).filter(
    ([field, value]) => !(field in sent) || !isSame(value, sent[field as keyof T]),
  )
  return Object.fromEntries(entries) as Partial<T>
}

/** Deep equality, whatever the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return (
    Array.isArray(one) === Array.isArray(other) &&
    [...keys].every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  )
}
