import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#/surfaces/openapi/document.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import { operations } from '#/app/operations.ts'

/** The contract as JSON and YAML. */
export function serveContract(app: FastifyInstance): void {
  // Made on the first request, so that a process starts sooner.
  let json: string | undefined
  let yaml: string | undefined
  app.get('/api/v1/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((json ??= JSON.stringify(contractDocument()))),
  )
  app.get('/api/v1/openapi.yaml', async (_, reply) =>
    reply.type('application/yaml; charset=utf-8').send((yaml ??= await toYaml(contractDocument()))),
  )
}

/** The OpenAPI document, as it is committed and served. */
export function contractDocument(): object {
  return openApiDocument([...operations, ...loginOperations])
}

/** Aliases would be shorter and much harder to read. */
async function toYaml(document: object): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}
