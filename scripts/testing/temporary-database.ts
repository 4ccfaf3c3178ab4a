import { chmod, glob, mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireDataDirectoryLock } from '#/kernel/postgres/data-directory-lock.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#/kernel/postgres/embedded-postgres.ts'

const prefix = 'tijdig-test-'

/**
 * A PostgreSQL in a temporary folder, which is removed when it stops; those of killed runs are removed first.
 *
 * @param isThrownAway whether it may be faster than a durable one; not for benchmarks
 */
export async function startTemporaryDatabase(isThrownAway: boolean): Promise<EmbeddedPostgres> {
  await removeAbandoned()
  const dataDirectory = await mkdtemp(join(tmpdir(), prefix))
  // Root's server runs as another user, who must be able to enter.
  await chmod(dataDirectory, 0o755)
  const server = await startEmbeddedPostgres({ dataDirectory, isThrownAway })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await remove(dataDirectory)
    },
  }
}

async function removeAbandoned(): Promise<void> {
  for await (const name of glob(`${prefix}*`, { cwd: tmpdir() })) {
    const dataDirectory = join(tmpdir(), name)
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
