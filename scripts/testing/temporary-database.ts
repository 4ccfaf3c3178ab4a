import { chmod, glob, mkdir, mkdtemp, readFile, realpath, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireDataDirectoryLock } from '#/embedded-postgres/data-directory-lock.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#/embedded-postgres/embedded-postgres.ts'

const prefix = 'tijdig-test-'
/** Several times what a whole run has at a time. */
const neededBytes = 4 * 1_024 ** 3

/** A database, and a folder for temporary files beside it, in memory where the database is. */
export type TemporaryDatabase = EmbeddedPostgres & { readonly folder: string }

/**
 * A PostgreSQL in a temporary folder, which is removed when it stops; those of killed runs are removed first.
 *
 * @param isThrownAway whether it may be faster than a durable one; not for benchmarks
 */
export async function startTemporaryDatabase(isThrownAway: boolean): Promise<TemporaryDatabase> {
  const folder = (isThrownAway ? await memoryFolder() : null) ?? tmpdir()
  await removeAbandoned(folder)
  const dataDirectory = await mkdtemp(join(folder, prefix))
  // Root's server runs as another user, who must be able to enter.
  await chmod(dataDirectory, 0o755)
  const server = await startEmbeddedPostgres({ dataDirectory, isThrownAway })
  const files = join(dataDirectory, 'files')
  await mkdir(files)
  return {
    url: server.url,
    folder: files,
    async stop() {
      await server.stop()
      await remove(dataDirectory)
    },
  }
}

/** Linux keeps these files in memory; a disk takes a tenth of a run for those of databases that come and go. */
async function memoryFolder(): Promise<string | null> {
  const folder = '/dev/shm'
  // A container may have 64 MB there.
  const space = await statfs(folder).catch(() => null)
  if (space === null || space.bavail * space.bsize < neededBytes) return null
  // Tests run programs that they put into their folder, which some containers forbid here.
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n')
  return mounts.some((mount) => mount.includes(` ${folder} `) && mount.includes('noexec')) ? null : folder
}

async function removeAbandoned(folder: string): Promise<void> {
  for await (const name of glob(`${prefix}*`, { cwd: folder })) {
    const dataDirectory = join(folder, name)
    const { uid, mtimeMs } = await stat(dataDirectory)
    // A run that has just begun may not have taken its lock yet.
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < 60_000) continue
    const lock = await acquireDataDirectoryLock(dataDirectory).catch(() => null)
    // A locked folder belongs to a running process.
    if (lock === null) continue
    await lock.release()
    await remove(dataDirectory)
  }
}

async function remove(dataDirectory: string): Promise<void> {
  const files = await realpath(join(dataDirectory, 'postgres')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return dataDirectory
    throw error
  })
  await rm(files, { recursive: true, force: true })
  await rm(dataDirectory, { recursive: true, force: true })
}
