import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'

const Mark = Type.Object({
  /** RFC 6578; null where the server does not support it. */
  syncToken: Type.Union([Type.String(), Type.Null()]),
  /** Changes with every change of the calendar; the fallback. */
  ctag: Type.Union([Type.String(), Type.Null()]),
  /** Addresses of the account itself, as the server gave them when the read began; absent in older cursors. */
  selfEmails: Type.Optional(Type.Array(Type.String())),
})

/**
 * Where reading a CalDAV calendar continues:
 * - `window`: the first read, slice by slice; the mark was taken before the first slice;
 * - `objects`: changed objects whose text is still to be fetched;
 * - `since`: at the next synchronisation, what changed after the mark.
 */
const Cursor = Type.Union([
  Type.Object({
    at: Type.Literal('window'),
    mark: Mark,
    /** Start of the slice, ISO 8601. */
    from: Type.String(),
    /** Of a slice under way: its end, and its objects still to be read; absent before that, and in older cursors. */
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

/** Null when it is not one of ours. */
export function readCursor(text: string): CalDavCursor | null {
  try {
    const cursor: unknown = JSON.parse(text)
    return fits(Cursor, cursor) ? cursor : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
