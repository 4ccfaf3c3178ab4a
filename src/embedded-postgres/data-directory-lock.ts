import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A held data directory. Releasing twice does nothing the second time. */
export type DataDirectoryLock = { release(): Promise<void> }

/**
 * Takes a data directory for this process alone, creating it when needed.
 *
 * The lock is an operating-system file lock, reached through SQLite because Node has no call of its own for it: the kernel
 * drops it when the process ends, however it ends, so there is no stale lock to judge and no process id to mistake for
 * another, not even between containers that share the directory.
 *
 * @throws Error whose message names the process that holds the directory and what to do about it
 */
export async function acquireDataDirectoryLock(directory: string): Promise<DataDirectoryLock> {
  await mkdir(directory, { recursive: true })
  // The holder is written beside the lock: closing any handle on the lock file itself would drop the lock.
  const holderFile = resolve(directory, 'in-use-by.pid')
  const lock = new DatabaseSync(resolve(directory, 'in-use.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    lock.close()
    if (!isLocked(cause)) throw cause
    throw new Error(await heldMessage(directory, holderFile), { cause })
  }
  held.add(lock)
  await writeFile(holderFile, `${process.pid}\n`)
  return {
    async release() {
      if (!held.delete(lock)) return
      await rm(holderFile, { force: true })
      lock.close()
    },
  }
}

// A lock nobody refers to would be closed by the garbage collector.
const held = new Set<DatabaseSync>()

const sqliteBusy = 5

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

async function heldMessage(directory: string, holderFile: string): Promise<string> {
  const holder = await readFile(holderFile, 'utf8').then(
    (text) => `process ${text.trim()}`,
    () => 'another process',
  )
  return `The data directory ${resolve(directory)} is in use by ${holder}: stop that one first, or set TIJDIG_DATA_DIR to another directory.`
}
