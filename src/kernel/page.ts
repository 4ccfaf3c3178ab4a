import { Type, type TSchema } from 'typebox'
import { hmac, isSame } from '#/kernel/secrets/derived-keys.ts'
import { AppError } from './errors.ts'
import { extending, nullable, strictObject } from './schema.ts'

/** The two paging parameters every list takes (contract, Limits). */
export const pageQuery = {
  pageSize: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      default: '25',
      description: 'Maximum items per page: 1 to 100.',
      examples: ['50'],
    }),
  ),
  pageToken: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'The `nextPageToken` of the previous page, with the same query.',
    }),
  ),
}

/** The answer of every list: what is on the page, and the token of the next one. */
export function pageOf<S extends TSchema>(item: S) {
  const items = Type.Array(item, { description: 'The items on this page.' })
  const title = `${(item as { title?: string }).title}Page`
  return extending(AnyPage, strictObject({ items, nextPageToken }, { title }))
}

const nextPageToken = nullable(
  Type.String({
    title: 'NextPageToken',
    maxLength: 4096,
    description: 'Page token for the next page; null on the last page.',
    examples: ['WyIyMDI2LTEyLTAzIl0.Zm9yLWlsbHVzdHJhdGlvbg'],
  }),
)

const AnyPage = strictObject(
  { nextPageToken },
  { title: 'Page', description: 'Part of a list; it can have fewer items than requested.' },
)

type PageInput = { readonly pageSize?: string; readonly pageToken?: string }

/** The position after the last item of a page: the values of the sort key. */
export type Position = readonly string[]

export type Page = {
  readonly size: number
  /** Where to go on, or null for the first page. */
  readonly after: Position | null
  /**
   * Drops the surplus row, if there is one, and makes the token of the next page.
   *
   * @param searchedTo where a search stopped that read the most rows one page may and did not fill it
   */
  finish<Row>(
    rows: readonly Row[],
    positionOf: (row: Row) => Position,
    searchedTo?: Position | null,
  ): { items: Row[]; nextPageToken: string | null }
  /** The token of the page at another position, for a list that is also read backwards. */
  tokenAt(position: Position): string
}

/**
 * Reads paging parameters. The token is signed and bound to everything else of the query and to its tenant, so a
 * changed query or a foreign token is refused.
 *
 * @param context what the token is bound to besides: operation, tenant and path, and the actor where each sees a list of their own
 * @throws AppError PAGE_TOKEN_INVALID
 */
export function readPage(key: Buffer, context: readonly string[], query: PageInput & Record<string, unknown>): Page {
  const { pageSize, pageToken, ...filters } = query
  const bound = JSON.stringify([context, Object.entries(filters).sort()])
  const size = Number(pageSize ?? '25')
  return {
    size,
    after: pageToken === undefined ? null : open(key, bound, pageToken),
    finish(rows, positionOf, searchedTo = null) {
      const items = rows.slice(0, size)
      const last = items.at(-1)
      const end = rows.length > size && last !== undefined ? positionOf(last) : searchedTo
      return { items, nextPageToken: end && seal(key, bound, end) }
    },
    tokenAt: (position) => seal(key, bound, position),
  }
}

function seal(key: Buffer, bound: string, position: Position): string {
  return withSignature(key, bound, Buffer.from(JSON.stringify(position)).toString('base64url'))
}

function open(key: Buffer, bound: string, token: string): Position {
  const [payload = ''] = token.split('.')
  // Compared as text: decoding would ignore characters that were added.
  if (!isSame(Buffer.from(withSignature(key, bound, payload)), Buffer.from(token)))
    throw new AppError('PAGE_TOKEN_INVALID')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Position
}

function withSignature(key: Buffer, bound: string, payload: string): string {
  return `${payload}.${hmac(key, `${bound}\n${payload}`).subarray(0, 16).toString('base64url')}`
}
