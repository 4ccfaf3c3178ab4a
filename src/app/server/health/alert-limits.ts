/**
 * From where on something is wrong: for `tijdig doctor`, and for the alerts in deploy/prometheus, with which a test compares
 * them.
 */
export const alertLimits = {
  /** A due reminder that nobody has claimed. */
  dueSeconds: 300,
  /** Text messages without a receipt for an hour, while others have theirs: telephones that are off are no fault. */
  receiptsMissing: 20,
  /** Heartbeats are written every few seconds, so with an `archive_timeout` there is always something to archive. */
  archiveLateSeconds: 3_600,
  /** A day, and two hours for the job to take it. */
  baseBackupLateSeconds: 93_600,
  /** Between the clocks of a process and of the database. */
  clockSkewSeconds: 30,
  diskFullBytes: 256 * 1_048_576,
  diskFewBytes: 1_024 * 1_048_576,
} as const
