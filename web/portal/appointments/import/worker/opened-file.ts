import { toCsv } from '#web/ui/csv.ts'
import { columnsOf, dayOrderOf } from '../file/columns.ts'
import type { Fault } from '../file/facts.ts'
import type { Mapping } from '../file/map-row.ts'
import { prepare, type Accepted, type Prepared, type Rejected } from '../file/prepared.ts'
import { requestIdOf, type Reading, type Source } from '../file/read-file.ts'

/** A file that was opened, without its rows. */
export type Opened = Pick<Source, 'kind' | 'name' | 'hash'> & {
  readonly header: readonly string[]
  readonly rowCount: number
  /** As the headings have it. */
  readonly mapping: Mapping
}

/** What a mapping makes of a file: how many rows of each kind, and the first of them. */
export type Preview = {
  readonly acceptedCount: number
  readonly accepted: readonly Accepted[]
  readonly rejectedCount: number
  readonly rejected: readonly Rejected[]
  /** Start of the earliest appointment; null without one. */
  readonly firstStart: string | null
}

/** An appointment of a row, to ask whether it is there already. */
export type Sought = { readonly startsAt: string; readonly displayName: string }

/** A row with the id of the request that makes it. */
export type Row = Accepted & { readonly requestId: string }

/** As many of each kind as the page shows at most. */
const shownMax = 20
/** Of one call, `matchHolderAppointments`. */
const askedMax = 250

/** A file as the worker keeps it. What the page gets of it is never more than it shows or sends at once. */
export function openFile(source: Source) {
  let prepared: Prepared = { accepted: [], rejected: [] }
  let split = prepared
  /** Whether an appointment is there already, of those that were asked about. */
  const known = new Map<string, boolean>()

  const preview = (): Preview => {
    split = withoutThose(prepared, known)
    const { accepted, rejected } = split
    return {
      acceptedCount: accepted.length,
      accepted: accepted.slice(0, shownMax),
      rejectedCount: rejected.length,
      rejected: rejected.slice(0, shownMax),
      firstStart: accepted.map(({ body }) => body.startsAt).reduce(earlier, null),
    }
  }

  return {
    opened: openedOf(source),
    preview,
    async prepare(mapping: Mapping, reading: Reading, signal: AbortSignal): Promise<Preview> {
      prepared = await prepare(source, mapping, reading, signal)
      return preview()
    },
    /** The next appointments that nobody asked about; each is asked about once, whatever becomes of the mapping. */
    unasked(): Sought[] {
      return prepared.accepted
        .filter(({ body }) => !known.has(keyOf(soughtOf(body))))
        .slice(0, askedMax)
        .map(({ body }) => soughtOf(body))
    },
    /** @param found places in `asked` of those that are there */
    learn(asked: readonly Sought[], found: readonly number[]): void {
      for (const [index, sought] of asked.entries()) known.set(keyOf(sought), found.includes(index))
    },
    /** The rows that become appointments, some at a time. */
    rows(from: number, count: number): Promise<Row[]> {
      const rows = split.accepted.slice(from, from + count)
      return Promise.all(rows.map(async (row) => ({ ...row, requestId: await requestIdOf(source.hash, row.key) })))
    },
    /** The rows that are left out as a file, each after its line and the reason. */
    leftOut(headings: readonly string[], reasons: Readonly<Record<Fault, string>>, country: string): string {
      const lines = split.rejected.map(({ line, fault, cells }) => [String(line), reasons[fault], ...cells])
      return toCsv([headings, ...lines], country)
    },
  }
}

function openedOf(source: Source): Opened {
  const { kind, name, hash } = source
  const header = source.kind === 'csv' ? source.header : []
  const columns = columnsOf(header)
  const cells = source.kind === 'csv' ? source.rows.map((row) => row.cells) : []
  return {
    kind,
    name,
    hash,
    header,
    rowCount: source.rows.length,
    mapping: { columns, dayOrder: dayOrderOf(columns, cells), minutes: 30 },
  }
}

/** Whoever imports the agenda of every week would else remind people twice. */
function withoutThose({ accepted, rejected }: Prepared, known: ReadonlyMap<string, boolean>): Prepared {
  const isThere = ({ body }: Accepted) => known.get(keyOf(soughtOf(body))) === true
  const left = accepted.filter(isThere).map(({ body: _body, ...row }): Rejected => ({ ...row, fault: 'there_already' }))
  if (left.length === 0) return { accepted, rejected }
  return {
    accepted: accepted.filter((row) => !isThere(row)),
    rejected: [...rejected, ...left].toSorted((one, other) => one.line - other.line),
  }
}

function soughtOf({ startsAt, recipient }: Accepted['body']): Sought {
  return { startsAt, displayName: recipient.displayName }
}

/** By name and not by contact, which may have been corrected since. */
function keyOf({ startsAt, displayName }: Sought): string {
  return `${startsAt} ${displayName}`
}

function earlier(one: string | null, other: string): string {
  return one === null || other < one ? other : one
}
