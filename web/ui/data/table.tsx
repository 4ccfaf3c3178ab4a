import { Fragment, type ReactNode } from 'react'
import { Scroller } from './scroller.tsx'

export type Column<Row> = {
  readonly id: string
  readonly title: string
  /** The heading is for screen readers alone, as over buttons: nothing for paper. */
  readonly isTitleHidden?: true
  readonly cell: (row: Row) => ReactNode
  /** Aligned to the end of its column. */
  readonly isNumber?: true
  /** Names and whatever else people type: a word as long as the page is broken, and does not widen the table. */
  readonly isTyped?: true
  /** Left out where the table has little room. */
  readonly isSecondary?: true
  /**
   * Its place on a telephone, where each row is a card: at the card's start or end, or on a line of its own with its
   * heading. By default the first column is at the start, one with a hidden heading at the end, all others on a line.
   */
  readonly onCard?: 'start' | 'end' | 'line' | 'nowhere'
}

/**
 * Rows under headings, on a telephone cards. The first column names its row. A row that can be opened has a link in its
 * first cell (`RowLink`), which the whole row follows.
 *
 * @param lead a cell before the one that names the row, such as a checkbox, and its heading for screen readers
 * @param groupOf the name over the rows that follow each other and have it in common
 * @param rows undefined while they load: lines of the same height stand in their place
 */
export function Table<Row>({
  label,
  columns,
  lead,
  groupOf,
  rows,
  keyOf,
  emptyState,
  skeletonRows = 5,
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly lead?: Lead<Row>
  readonly groupOf?: (row: Row) => string
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly emptyState: ReactNode
  readonly skeletonRows?: number
}) {
  if (rows?.length === 0) return <>{emptyState}</>
  // Explicit roles, because some browsers drop those of a table that is styled as cards.
  return (
    <Scroller label={label} className="@container/table rounded-lg border border-line bg-surface">
      <table
        role="table"
        aria-label={label}
        aria-busy={rows === undefined}
        className="w-full border-collapse text-start text-sm wrap-break-word max-sm:block"
      >
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b border-line">
            {lead && (
              <th role="columnheader" scope="col" className="w-px ps-4 print:hidden">
                <span className="sr-only">{lead.title}</span>
              </th>
            )}
            {columns.map(({ id, title, ...column }) => (
              <th
                key={id}
                role="columnheader"
                scope="col"
                className={`px-4 py-2 text-xs font-medium text-muted ${columnClass(column)}`}
              >
                {column.isTitleHidden ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-line max-sm:block">
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} columns={columns} />)
            : rows.map((row, at) => (
                <Fragment key={keyOf(row)}>
                  {groupOf && !isOfSameGroup(groupOf, row, rows[at - 1]) && (
                    <GroupRow name={groupOf(row)} width={columns.length + (lead ? 1 : 0)} />
                  )}
                  <tr
                    role="row"
                    className={`${rowClass} has-[a[data-row-link]]:hover:bg-sunken has-[a[aria-current]]:bg-accent-soft`}
                  >
                    {lead && (
                      <td
                        role="cell"
                        className="relative z-1 align-middle print:hidden sm:w-px sm:py-3 sm:ps-4 max-sm:col-start-2 max-sm:justify-self-end"
                      >
                        {lead.cell(row)}
                      </td>
                    )}
                    {columns.map((column, index) => (
                      <Cell key={column.id} column={column} isFirst={index === 0}>
                        {column.isTyped ? (
                          <div className="wrap-anywhere sm:max-w-80 sm:min-w-20">{column.cell(row)}</div>
                        ) : (
                          column.cell(row)
                        )}
                      </Cell>
                    ))}
                  </tr>
                </Fragment>
              ))}
        </tbody>
      </table>
    </Scroller>
  )
}

type Lead<Row> = { readonly title: string; readonly cell: (row: Row) => ReactNode }

function isOfSameGroup<Row>(groupOf: (row: Row) => string, row: Row, before: Row | undefined): boolean {
  return before !== undefined && groupOf(before) === groupOf(row)
}

function GroupRow({ name, width }: { readonly name: string; readonly width: number }) {
  return (
    <tr role="row" className="bg-sunken max-sm:block">
      <th
        role="columnheader"
        scope="colgroup"
        colSpan={width}
        className="px-4 py-1.5 text-start text-xs font-semibold max-sm:block"
      >
        {name}
      </th>
    </tr>
  )
}

/** Give it to the `Link` in the first cell: the whole row is then its target. */
export const rowLink = {
  'data-row-link': '',
  className: 'font-medium after:absolute after:inset-0 after:content-[""]',
} as const

type AnyColumn = Omit<Column<never>, 'cell'>

function Cell({
  column,
  isFirst,
  children,
}: {
  readonly column: AnyColumn
  readonly isFirst: boolean
  readonly children: ReactNode
}) {
  const onCard = column.onCard ?? (isFirst ? 'start' : column.isTitleHidden ? 'end' : 'line')
  const className = `font-normal sm:px-4 sm:py-3 ${columnClass(column)} ${cardClasses[onCard]}`
  if (isFirst)
    return (
      <th role="rowheader" scope="row" className={className}>
        {children}
      </th>
    )
  return (
    <td role="cell" className={className}>
      {onCard === 'line' && !column.isTitleHidden && (
        <span aria-hidden className="text-muted sm:hidden">
          {column.title}
        </span>
      )}
      {onCard === 'line' ? <div>{children}</div> : children}
    </td>
  )
}

function SkeletonRow({ columns }: { readonly columns: readonly AnyColumn[] }) {
  return (
    <tr aria-hidden className={rowClass}>
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={`sm:px-4 sm:py-3 ${columnClass(column)} ${index === 0 ? 'max-sm:col-span-2' : 'max-sm:hidden'}`}
        >
          <span className="skeleton block h-5 w-3/4" />
        </td>
      ))}
    </tr>
  )
}

const rowClass =
  'relative break-inside-avoid max-sm:grid max-sm:grid-flow-row-dense max-sm:grid-cols-[minmax(5rem,1fr)_auto] max-sm:items-baseline max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3'

const cardClasses = {
  start: 'max-sm:col-start-1 max-sm:text-start',
  end: 'max-sm:col-start-2 max-sm:text-end',
  line: 'max-sm:col-span-2 max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:text-end',
  nowhere: 'max-sm:hidden',
} as const

function columnClass({
  isNumber,
  isSecondary,
  isTitleHidden,
}: Pick<AnyColumn, 'isNumber' | 'isSecondary' | 'isTitleHidden'>): string {
  return `${isNumber ? 'text-end tabular-nums' : 'text-start'} ${isSecondary ? 'sm:@max-[40rem]/table:not-print:hidden' : ''} ${isTitleHidden ? 'print:hidden' : ''}`
}
