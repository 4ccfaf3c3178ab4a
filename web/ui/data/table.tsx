import type { ReactNode } from 'react'

export type Column<Row> = {
  readonly id: string
  readonly title: string
  /** The heading is for screen readers alone, as over buttons. */
  readonly isTitleHidden?: true
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the end of their column. */
  readonly isNumber?: true
  /** Left out where there is little room. */
  readonly isSecondary?: true
}

/**
 * Rows under headings. The first column names its row. A row that can be opened has a link in its first cell
 * (`RowLink`), which the whole row follows.
 *
 * @param rows undefined while they load: lines of the same height stand in their place
 */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  emptyState,
  skeletonRows = 5,
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly emptyState: ReactNode
  readonly skeletonRows?: number
}) {
  if (rows?.length === 0) return <>{emptyState}</>
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table aria-label={label} aria-busy={rows === undefined} className="w-full border-collapse text-start text-sm">
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ id, title, isTitleHidden, ...column }) => (
              <th key={id} scope="col" className={`px-4 py-2 text-xs font-medium text-muted ${cellClass(column)}`}>
                {isTitleHidden ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} columns={columns} />)
            : rows.map((row) => (
                <tr key={keyOf(row)} className="relative has-[a[data-row-link]]:hover:bg-sunken">
                  {columns.map(({ id, cell, ...column }, index) => {
                    const Cell = index === 0 ? 'th' : 'td'
                    return (
                      <Cell
                        key={id}
                        scope={index === 0 ? 'row' : undefined}
                        className={`px-4 py-3 font-normal ${cellClass(column)}`}
                      >
                        {cell(row)}
                      </Cell>
                    )
                  })}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

/** Give it to the `Link` in the first cell: the whole row is then its target. */
export const rowLink = {
  'data-row-link': '',
  className: 'font-medium after:absolute after:inset-0 after:content-[""]',
} as const

function SkeletonRow<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <tr aria-hidden>
      {columns.map(({ id, ...column }) => (
        <td key={id} className={`px-4 py-3 ${cellClass(column)}`}>
          <span className="skeleton block h-5 w-3/4" />
        </td>
      ))}
    </tr>
  )
}

function cellClass({ isNumber, isSecondary }: { readonly isNumber?: true; readonly isSecondary?: true }): string {
  return `${isNumber ? 'text-end tabular-nums' : 'text-start'} ${isSecondary ? 'hidden md:table-cell' : ''}`
}
