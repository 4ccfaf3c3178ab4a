import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import type { Fields, Target } from '#/kernel/operation.ts'

/** A value of the target, by its path such as `recipient.displayName` or `components.0.visible`. */
export type Shown = { readonly path: string; readonly value: unknown }

/** A value that changes. What is not there is null. */
export type Change = { readonly path: string; readonly before: unknown; readonly after: unknown }

/**
 * Every value an input would change in its target, and no other.
 *
 * @param inputSchema says which values of the target can be written at all
 * @param ids names of the input that say which target is meant
 */
export function changesOf(
  input: Fields,
  found: Fields | null,
  { inputSchema, ids, target }: { inputSchema: TSchema; ids: ReadonlySet<string>; target?: Target | undefined },
): Change[] {
  const given = Object.entries(input).filter(([name]) => !ids.has(name))
  const after = new Map(given.flatMap(([name, value]) => leavesOf(value, name)))
  // Values that a field replaced as a whole held, and no longer does.
  for (const [name] of given) {
    if (target?.merges?.includes(name)) continue
    for (const [path] of leavesOf(found?.[name], name))
      if (!after.has(path) && !isInside(path, after) && isWritable(inputSchema, path)) after.set(path, null)
  }
  for (const [name, value] of Object.entries(target?.becomes ?? {})) after.set(name, value)
  return [...after]
    .map(([path, value]) => ({ path, before: unlessEmpty(valueAt(found, path)), after: value ?? null }))
    .filter(({ before, after: value }) => !isSame(before, value))
}

/** The value at a path; null where there is none. */
export function valueAt(fields: unknown, path: string): unknown {
  let value = fields
  for (const part of path.split('.'))
    value = value !== null && typeof value === 'object' ? (value as Fields)[part] : undefined
  return value ?? null
}

/** An object without parts says no more than none. */
function unlessEmpty(value: unknown): unknown {
  const isEmpty =
    value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0
  return isEmpty ? null : value
}

/** Objects and lists of objects are taken apart; a list of plain values is one value. */
function leavesOf(value: unknown, path: string): [path: string, value: unknown][] {
  const isList = Array.isArray(value)
  if (value === undefined || value === null || typeof value !== 'object')
    return value === undefined ? [] : [[path, value]]
  if (isList && !value.some((item) => item !== null && typeof item === 'object')) return [[path, value]]
  const parts = Object.entries(value)
  return parts.length === 0 ? [[path, null]] : parts.flatMap(([name, item]) => leavesOf(item, `${path}.${name}`))
}

function isInside(path: string, leaves: ReadonlyMap<string, unknown>): boolean {
  const parts = path.split('.')
  return parts.some((_, index) => index > 0 && leaves.has(parts.slice(0, index).join('.')))
}

function isWritable(schema: TSchema, path: string): boolean {
  let at: TSchema | undefined = schema
  for (const part of path.split('.')) {
    const { properties, items } = at as { properties?: Record<string, TSchema>; items?: TSchema }
    at = items ?? properties?.[part]
    if (at === undefined) return false
  }
  return true
}

/** The same instant may be written with another offset. */
function isSame(one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true
  const instants = [one, other].map((value) => (typeof value === 'string' && isInstant.test(value) ? value : null))
  const [first, second] = instants
  return !!first && !!second && Temporal.Instant.from(first).equals(Temporal.Instant.from(second))
}

const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i
