import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Settings } from '#/app/settings/settings.ts'

export type Disk = { readonly of: 'database' | 'journal'; readonly folder: string }

/** Where this installation writes, as far as a process can know: the disk of a PostgreSQL elsewhere is for others to watch. */
export function disksOf({ databaseUrl, dataDirectory, erasureJournal }: Settings): Disk[] {
  const journal: Disk = { of: 'journal', folder: dirname(resolve(erasureJournal)) }
  return databaseUrl === null ? [{ of: 'database', folder: resolve(dataDirectory) }, journal] : [journal]
}

/** Room on the disk of a folder, or of the one in which it will be made. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return freeBytes(dirname(folder))
  }
}
