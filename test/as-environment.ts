import { Client } from '#/kernel/postgres/db.ts'

/** Does work while the database of a test product belongs to another environment, such as the start of a process of that. */
export async function asEnvironment<T>(databaseUrl: string, environment: string, work: () => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: databaseUrl })
  await owner.connect()
  const belongTo = async (name: string) => {
    await owner.query('update installation set environment = $1', [name])
    await owner.query('update login.binding set environment = $1', [name])
  }
  const { rows } = await owner.query<{ environment: string }>('select environment from installation')
  try {
    await belongTo(environment)
    return await work()
  } finally {
    await belongTo(rows[0]?.environment ?? environment)
    await owner.end()
  }
}
