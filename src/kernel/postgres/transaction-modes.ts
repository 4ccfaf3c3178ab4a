import { statement } from './db.ts'

/** For a transaction that a crash may lose: saves the wait for the disk. */
export const commitWithoutWaiting = statement(
  'commit_without_waiting',
  `select set_config('synchronous_commit', 'off', true)`,
)

/** Must come first: the transaction then reads one snapshot, and writing a row that another has changed since fails. */
export const seeOneState = statement('see_one_state', 'set transaction isolation level repeatable read')
