import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import { openApiDocument } from '#/surfaces/openapi/document.ts'
import { loginOperations } from '#/slices/recipient-sign-in/operations.ts'
import { operations } from '#/app/operations.ts'

/** The contract as JSON and YAML, and the interactive reference, all from our own origin. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  // Made on the first request, so that a process starts sooner.
  let json: string | undefined
  let yaml: string | undefined
  app.get('/api/v1/openapi.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((json ??= JSON.stringify(contractDocument()))),
  )
  app.get('/api/v1/openapi.yaml', async (_, reply) =>
    reply.type('application/yaml; charset=utf-8').send((yaml ??= toYaml(contractDocument()))),
  )
  await app.register(async (scope) => {
    // The library writes one inline script into the page; requests may go to our own origin only.
    scope.addHook('onSend', async (_, reply, payload) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      // The library does not say which language its page is in.
      return typeof payload === 'string' ? payload.replace('<html>', '<html lang="en">') : payload
    })
    await scope.register(scalar, {
      routePrefix: '/reference',
      configuration: {
        url: '/api/v1/openapi.json',
        pageTitle: 'Tijdig API',
        telemetry: false,
        withDefaultFonts: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
        // Serialised into the page: the reference must never act with its reader's session.
        customFetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
      },
    })
  })
}

/** The OpenAPI document, as it is committed and served. */
export function contractDocument(): object {
  return openApiDocument([...operations, ...loginOperations])
}

/** Aliases would be shorter and much harder to read. */
function toYaml(document: object): string {
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}
