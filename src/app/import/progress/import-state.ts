import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { Type, type Static } from 'typebox'
import { fits } from '#/kernel/execution/validation.ts'
import { ImportError } from '#/app/import/import-row.ts'

/** What can become of a row; `accepted` in dry runs only. */
export const outcomes = ['created', 'updated', 'unchanged', 'reopened', 'cancelled', 'accepted', 'skipped'] as const
export type Counts = Record<(typeof outcomes)[number], number>

const count = Type.Integer({ minimum: 0 })

const ImportStateSchema = Type.Object({
  version: Type.Literal(1),
  /** SHA-256 of the file's content. */
  fileHash: Type.String(),
  /** SHA-256 of everything else that decides what is sent. */
  settingsHash: Type.String(),
  /** Windows and shifts count from this instant, so that a resumed import makes the same rows. */
  startedAt: Type.String(),
  /** How many rows, from the first on, are in the counts and in the file of rejected rows. */
  rowsDone: count,
  counts: Type.Record(Type.Union(outcomes.map((name) => Type.Literal(name))), count),
  warnings: Type.Record(Type.String(), count),
  /** Length of the file of rejected rows that belongs to `rowsDone`. */
  rejectedBytes: count,
})

/** How far an import got. Holds no personal data. */
export type ImportState = Omit<Static<typeof ImportStateSchema>, 'counts' | 'warnings'> & {
  readonly counts: Counts
  readonly warnings: Record<string, number>
}

/** The state left by an interrupted import; null when there is none. */
export async function readState(path: string): Promise<ImportState | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const value = parse(text)
  if (!fits(ImportStateSchema, value)) {
    throw new ImportError(`${path} is not the state of an import. Remove it to start from the beginning.`)
  }
  return value as ImportState
}

/** Replaces the state as a whole: a crash leaves the old one or the new one. */
export async function writeState(path: string, state: ImportState): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(state)}\n`)
  await rename(`${path}.new`, path)
}

export async function removeState(path: string): Promise<void> {
  await rm(path, { force: true })
}

export function noCounts(): Counts {
  return { created: 0, updated: 0, unchanged: 0, reopened: 0, cancelled: 0, accepted: 0, skipped: 0 }
}

export function sumOf(counts: Counts): number {
  return outcomes.reduce((sum, name) => sum + counts[name], 0)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
