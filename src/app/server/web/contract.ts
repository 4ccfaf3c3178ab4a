import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#/surfaces/openapi/document.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import { operations } from '#/app/operations.ts'

/** Written by `npm run generate` from `contractDocument`, and compared with it by `npm run check`. */
const committed = new URL('../../../../openapi/v1.json', import.meta.url)

/** The contract as JSON and YAML. */
export function serveContract(app: FastifyInstance): void {
  // Made on the first request, so that a process starts sooner, and shared by all who read it.
  let json: Promise<Buffer> | undefined
  let yaml: Promise<Buffer> | undefined
  app.get('/api/v1/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(await (json ??= readJson())),
  )
  app.get('/api/v1/openapi.yaml', async (_, reply) =>
    reply.type('application/yaml; charset=utf-8').send(await (yaml ??= toYaml())),
  )
}

/** The OpenAPI document, as it is committed and served. */
export function contractDocument(): object {
  return openApiDocument([...operations, ...loginOperations])
}

async function readJson(): Promise<Buffer> {
  return Buffer.from(JSON.stringify(JSON.parse(await readFile(committed, 'utf8'))))
}

/** In a thread of its own: it takes a quarter of a second, for which nobody else would be answered. */
async function toYaml(): Promise<Buffer> {
  const worker = new Worker(new URL('./contract-yaml.ts', import.meta.url), {
    workerData: await readFile(committed, 'utf8'),
  })
  return new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (text: string) => resolve(Buffer.from(text)))
    worker.once('error', reject)
  })
}
