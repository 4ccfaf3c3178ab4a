type Stoppable = { stop(): Promise<void> }

const started = new Map<string, Promise<Stoppable>>()
let isSharing = false

/** From now on the files of this process share. @returns stops what they share, when the last has ended */
export function beginSharing(): () => Promise<void> {
  isSharing = true
  return async () => void (await Promise.all([...started.values()].map(async (one) => (await one).stop())))
}

/** What an earlier file of this process started under this name, or starts it; its `stop` leaves it to the next file. */
export async function shared<T extends Stoppable>(name: string, start: () => Promise<T>): Promise<T> {
  if (!isSharing) return start()
  const one = (started.get(name) as Promise<T> | undefined) ?? start()
  started.set(name, one)
  return { ...(await one), stop: () => Promise.resolve() }
}
