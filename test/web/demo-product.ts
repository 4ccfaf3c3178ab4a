import assert from 'node:assert/strict'
import { seedDemo } from '#/app/demo/seed-demo.ts'
import { createLog } from '#/kernel/log.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { startTestProduct, type TestProduct } from '../harness.ts'
import { freePorts } from '../postgres.ts'

export const supportEmail = 'hulp@tijdig.example'

/** The product with its demo data, at a host name: authenticators do not take IP addresses. */
export async function startDemoProduct(): Promise<TestProduct> {
  const [port] = await freePorts(1)
  const product = await startTestProduct({
    env: {
      TIJDIG_PORT: String(port),
      TIJDIG_BASE_URL: `http://localhost:${port}`,
      TIJDIG_SUPPORT_EMAIL: supportEmail,
    },
  })
  await addDemo(product)
  return product
}

async function addDemo({ databaseUrl, operator, login, services, settings }: TestProduct): Promise<void> {
  const onIdleError = (error: Error) => assert.fail(error)
  const api = openPool({ databaseUrl, role: 'tijdig_api', size: 2, onIdleError })
  try {
    await seedDemo({ operator, api, login }, services, settings, createLog('warn', process.stderr))
  } finally {
    await api.end()
  }
}

/** Something that the files of a process share: started by the first that asks, stopped by the last that leaves. */
export class Shared<T> {
  readonly #start: () => Promise<T>
  readonly #stop: (running: T) => Promise<void>
  #users = 0
  #running: Promise<T> | undefined

  constructor(start: () => Promise<T>, stop: (running: T) => Promise<void>) {
    this.#start = start
    this.#stop = stop
  }

  /** Registers a user, who will ask, and leave again. */
  join(): void {
    this.#users += 1
  }

  get(): Promise<T> {
    return (this.#running ??= this.#start())
  }

  async leave(): Promise<void> {
    this.#users -= 1
    if (this.#users > 0 || !this.#running) return
    const running = await this.#running
    this.#running = undefined
    await this.#stop(running)
  }
}
