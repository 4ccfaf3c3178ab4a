import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { asyncApiDocument } from '#/surfaces/openapi/asyncapi.ts'
import { openApiDocument } from '#/surfaces/openapi/document.ts'
import { documentedEvents } from '#/app/pages/documented-events.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import { operations } from '#/app/operations.ts'

/** Written by `npm run generate` from `contractDocument`, and compared with it by `npm run check`. */
const committed = new URL('../../../../openapi/v1.json', import.meta.url)
const committedEvents = new URL('../../../../asyncapi/v1.json', import.meta.url)

/** The contract as JSON and YAML, and the events as JSON. */
export function serveContract(app: FastifyInstance): void {
  // Made on the first request, so that a process starts sooner, and shared by all who read it.
  let json: Promise<Buffer> | undefined
  let yaml: Promise<Buffer> | undefined
  let events: Promise<Buffer> | undefined
  app.get('/api/v1/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(await (json ??= readJson(committed))),
  )
  app.get('/api/v1/asyncapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(await (events ??= readJson(committedEvents))),
  )
  app.get('/api/v1/openapi.yaml', async (_, reply) =>
    reply.type('application/yaml; charset=utf-8').send(await (yaml ??= toYaml())),
  )
}

/** The OpenAPI document, as it is committed and served. */
export function contractDocument(): object {
  return openApiDocument([...operations, ...loginOperations], documentedEvents())
}

/** The AsyncAPI document, as it is committed and served. */
export function eventDocument(): object {
  return asyncApiDocument(documentedEvents())
}

async function readJson(file: URL): Promise<Buffer> {
  return Buffer.from(JSON.stringify(JSON.parse(await readFile(file, 'utf8'))))
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
