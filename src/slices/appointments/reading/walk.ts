import type { Page, Position } from '#/kernel/page.ts'

/** On which side of its position a page lies. */
const sides = {
  after: { compare: '>', isBackwards: false },
  from: { compare: '>=', isBackwards: false },
  before: { compare: '<', isBackwards: true },
  through: { compare: '<=', isBackwards: true },
} as const
type Side = keyof typeof sides

/** The third value of a position names the side; tokens from before there were two have none. */
export function sideOf(position: Position | null) {
  // Safe: the position comes from a token that we signed.
  const name = (position?.[2] ?? 'after') as Side
  return { name, ...sides[name] }
}

/**
 * The rows of a page in the order of the list, with tokens in both directions.
 *
 * @param rows in the order in which they were read, which is backwards for a page before a position
 */
export function walk<Row>(
  page: Page,
  { rows, searchedTo }: { readonly rows: readonly Row[]; readonly searchedTo: Position | null },
  positionOf: (row: Row) => Position,
) {
  const { isBackwards } = sideOf(page.after)
  const at = ([startsAt = '', id = '']: Position, side: Side) => [startsAt, id, side]
  const onward = isBackwards ? 'before' : 'after'
  const { items, nextPageToken: further } = page.finish(
    rows,
    (row) => at(positionOf(row), onward),
    searchedTo && at(searchedTo, onward),
  )
  if (page.after === null) return { items, nextPageToken: further, previousPageToken: null }
  const [first] = items
  const back =
    first === undefined
      ? at(page.after, isBackwards ? 'from' : 'through')
      : at(positionOf(first), isBackwards ? 'after' : 'before')
  return isBackwards
    ? { items: items.toReversed(), nextPageToken: page.tokenAt(back), previousPageToken: further }
    : { items, nextPageToken: further, previousPageToken: page.tokenAt(back) }
}
