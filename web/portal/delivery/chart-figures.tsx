import { Trans } from '@lingui/react/macro'
import { Table } from '#web/ui/data/table.tsx'

type FigureRow = { readonly name: string; readonly cells: readonly string[] }

/** The figures of a chart as a table, for whoever wants to read them exactly or cannot see it. */
export function ChartFigures({
  label,
  first,
  columns,
  rows,
}: {
  readonly label: string
  /** Heading of the column of row names. */
  readonly first: string
  readonly columns: readonly string[]
  readonly rows: readonly FigureRow[]
}) {
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-9 list-none items-center rounded-md text-muted underline-offset-2 hover:text-ink hover:underline">
        <span className="group-open:hidden">
          <Trans>Show the figures</Trans>
        </span>
        <span className="hidden group-open:inline">
          <Trans>Hide the figures</Trans>
        </span>
      </summary>
      <Table
        label={label}
        columns={[
          { id: 'name', title: first, cell: ({ name }: FigureRow) => name },
          ...columns.map((title, index) => ({
            id: String(index),
            title,
            isNumber: true as const,
            cell: ({ cells }: FigureRow) => cells[index],
          })),
        ]}
        rows={rows}
        keyOf={({ name }) => name}
        emptyState={null}
      />
    </details>
  )
}
