/** Milliseconds for which work keeps the processor on this thread: unlike those on the clock, no more on a busy machine. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
