import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

const Mark = Type.Object({
  /** RFC 6578; null where the server has no such thing. */
  syncToken: Type.Union([Type.String(), Type.Null()]),
  /** Changes with every change of the calendar; the fallback. */
  ctag: Type.Union([Type.String(), Type.Null()]),
  /** Addresses of the account itself, as the server told them when the reading began; absent in older cursors. */
  selfEmails: Type.Optional(Type.Array(Type.String())),
})

/**
 * Where reading a CalDAV calendar goes on:
 * - `window`: the first reading, slice by slice; the mark is of before the first slice;
 * - `objects`: changed objects whose text is still to be fetched;
 * - `since`: at the next synchronisation, what changed after the mark.
 */
const Cursor = Type.Union([
  Type.Object({
    at: Type.Literal('window'),
    mark: Mark,
    /** Where the slice begins. */
    from: Type.String(),
    /** Of a slice that was begun: its end, and its objects that are still to be read; absent before, and in older cursors. */
    rest: Type.Optional(Type.Object({ to: Type.String(), hrefs: Type.Array(Type.String()) })),
  }),
  Type.Object({ at: Type.Literal('objects'), mark: Mark, hrefs: Type.Array(Type.String()) }),
  Type.Object({ at: Type.Literal('since'), mark: Mark }),
])

/** The state of a calendar at a moment, by which the server can tell what changed since. */
export type CalDavMark = Static<typeof Mark>
export type CalDavCursor = Static<typeof Cursor>

export function writeCursor(cursor: CalDavCursor): string {
  return JSON.stringify(cursor)
}

/** Null when it is none of ours. */
export function readCursor(text: string): CalDavCursor | null {
  try {
    const cursor: unknown = JSON.parse(text)
    return Value.Check(Cursor, cursor) ? cursor : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
