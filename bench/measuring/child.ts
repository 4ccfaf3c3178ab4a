import { fork } from 'node:child_process'
import { once } from 'node:events'
import parent from 'node:process'
import { fileURLToPath } from 'node:url'

/** A process that answers questions over IPC, one at a time, and ends when it is stopped or its parent ends. */
export type Child = {
  ask<Answer>(question: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** Node options of the roles, as in docs/running/install.md. */
export const apiNodeOptions = ['--max-semi-space-size=16', '--max-old-space-size=192'] as const
export const workerNodeOptions = ['--max-semi-space-size=32'] as const

const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url))

const live = new Set<Child>()
let isStopping = false

/** Ends every child and starts no new one; whatever waits for a child fails, so that its clean-up runs. */
export function stopChildren(): void {
  isStopping = true
  for (const child of live) void child.stop()
}

type Message = { readonly answer?: unknown; readonly failure?: string }

/**
 * Starts `bench/<script>` in a process of its own.
 *
 * @param setup handed to the script's `serveParent`
 * @param nodeOptions what docs/running/install.md gives the role that the process plays
 * @throws Error when the script fails before it is ready, or ends while it is asked something
 */
export async function startChild(script: string, setup: unknown, nodeOptions: readonly string[] = []): Promise<Child> {
  if (isStopping) throw new Error('Stopped')
  const process = fork(fileURLToPath(new URL(`../${script}`, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...nodeOptions],
    // As `src/main/cli.ts` has it: a process that strips types itself keeps what does it, some 10 MB.
    env: { ...parent.env, NODE_COMPILE_CACHE: compileCache },
  })
  const ended = once(process, 'exit')
  const receive = async () => {
    const stopWaiting = new AbortController()
    try {
      const gone = ended.then((): never => {
        throw new Error(`${script} ended early`)
      })
      const [message] = await Promise.race([once(process, 'message', { signal: stopWaiting.signal }), gone])
      const { answer, failure } = message as Message
      if (failure !== undefined) throw new Error(`${script}: ${failure}`)
      return answer
    } finally {
      stopWaiting.abort()
    }
  }
  const ask = async <Answer>(question: unknown) => {
    const received = receive()
    process.send({ question })
    return (await received) as Answer
  }
  const stop = async () => {
    if (process.connected) process.disconnect()
    await ended
    live.delete(child)
  }
  const child: Child = { ask, stop }
  live.add(child)
  try {
    await ask(setup)
  } catch (error) {
    await stop()
    throw error
  }
  return child
}

/** What a child does: `start` makes it ready, `answer` serves questions, `stop` frees what it holds. */
export type Service<Setup, Question> = {
  start(setup: Setup): Promise<{ answer(question: Question): Promise<unknown>; stop(): Promise<void> }>
}

/** The child's side of `startChild`. */
export function serveParent<Setup, Question>(service: Service<Setup, Question>): void {
  let started: ReturnType<Service<Setup, Question>['start']> | undefined
  const respond = async (question: unknown): Promise<unknown> => {
    if (started) return (await started).answer(question as Question)
    started = service.start(question as Setup)
    await started
    return null
  }
  process.on('message', ({ question }: { question: unknown }) => {
    respond(question).then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.once('disconnect', () => {
    void Promise.resolve(started)
      .then((running) => running?.stop())
      .finally(() => process.exit())
  })
}
