import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#/app/settings/settings.ts'
import type { Log } from '#/kernel/log.ts'
import { isDatabaseUnavailable } from '#/kernel/postgres/db.ts'

const pauseMs = 1_000

/**
 * Does the first work on a database, and repeats it while the database does not answer: it may still be starting.
 *
 * @throws whatever the work throws, once `databasePatienceSeconds` are over
 */
export async function onceDatabaseAnswers<T>(settings: Settings, log: Log, work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + settings.databasePatienceSeconds * 1_000; ;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error
      log.warn({ code: (error as { code?: string }).code }, 'database does not answer yet: waiting')
      await sleep(pauseMs)
    }
  }
}
