import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ImportOptions } from '#/app/import/import-options.ts'
import { ImportError } from '#/app/import/import-row.ts'
import { noCounts, readState, type ImportState } from './import-state.ts'

/** The state to begin with: the one an interrupted run of the same import left, or a new one. */
export async function importStateFor(options: ImportOptions, stateFile: string): Promise<ImportState> {
  const fresh = await newState(options)
  const found = options.isDryRun ? null : await readState(stateFile)
  if (found === null) return fresh
  if (found.fileHash !== fresh.fileHash) {
    options.reporter.note('The file has changed since the interrupted import: starting from the beginning.')
    return fresh
  }
  if (found.settingsHash !== fresh.settingsHash) {
    options.reporter.note('The interrupted import had another mapping or other options: starting from the beginning.')
    return fresh
  }
  options.reporter.note(`Going on after row ${found.rowsDone} of the import begun at ${found.startedAt}.`)
  return found
}

async function newState(options: ImportOptions): Promise<ImportState> {
  const { holderId, sourceSystem, mappingJson, baseUrl, timezone, today } = options
  const settings = [holderId, sourceSystem, mappingJson, baseUrl, timezone, today?.toString() ?? null]
  return {
    version: 1,
    fileHash: await hashOfFile(options.file),
    settingsHash: createHash('sha256').update(JSON.stringify(settings)).digest('hex'),
    startedAt: Temporal.Now.instant().toString({ smallestUnit: 'second' }),
    rowsDone: 0,
    counts: noCounts(),
    warnings: {},
    rejectedBytes: 0,
  }
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch (cause) {
    throw new ImportError(`The file cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'}).`, {
      cause,
    })
  }
  return hash.digest('hex')
}
