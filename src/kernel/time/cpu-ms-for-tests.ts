/** Processor time of work on this thread, in milliseconds: unlike elapsed time, no longer on a busy machine. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
