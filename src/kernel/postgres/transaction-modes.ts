import { statement } from './db.ts'

/** For a transaction whose loss in a crash only loses a note: saves the wait for the disk. */
export const commitWithoutWaiting = statement(
  'commit_without_waiting',
  `select set_config('synchronous_commit', 'off', true)`,
)

/** First in its transaction: what another one changes from then on is not seen, and writing it fails. */
export const seeOneState = statement('see_one_state', 'set transaction isolation level repeatable read')
