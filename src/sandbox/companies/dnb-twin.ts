import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type, type Static } from 'typebox'
import { twinCompanies, type TwinCompany } from './dnb-companies.ts'
import { dnbDataBlock, dnbMatches, dnbProblem } from './dnb-resource.ts'
import { neverAnswer, type TwinWorld } from '#/sandbox/twin-world.ts'

const matchQuery = Type.Object({
  countryISOAlpha2Code: Type.String(),
  name: Type.Optional(Type.String({ maxLength: 240 })),
  registrationNumber: Type.Optional(Type.String()),
  registrationNumberType: Type.Optional(Type.Literal('6256')),
  postalCode: Type.Optional(Type.String()),
  candidateMaximumQuantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  confidenceLowerLevelThresholdValue: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
})
type MatchQuery = Static<typeof matchQuery>
const blockQuery = Type.Object({ blockIDs: Type.Literal('companyinfo_L2_v1') })

/** Calls of each kind since the start, so that a test can assert that there were none. */
type Calls = { token: number; match: number; data: number }

/**
 * Dun & Bradstreet Direct+ under `/dnb` (https://directplus.documentation.dnb.com): token, cleanseMatch and the company
 * information block, over fictitious companies. `GET /dnb/calls` counts the calls; it is no route of the vendor's.
 */
export async function dnbTwin(app: FastifyInstance, world: TwinWorld): Promise<void> {
  const { consumerKey, consumerSecret } = world.options.dnb
  const credentials = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
  const calls: Calls = { token: 0, match: 0, data: 0 }
  // Each is valid for a day, as at the vendor; all end with the process.
  const tokens = new Set<string>()

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  app.setErrorHandler((_error, _request, reply) => problem(reply, 400, '00003', 'Missing or invalid parameters'))
  app.get('/calls', async () => calls)

  app.post<{ Body: URLSearchParams }>('/v3/token', async (request, reply) => {
    calls.token += 1
    if (request.headers.authorization !== credentials)
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Invalid consumer key or secret' })
    if (request.body.get('grant_type') !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'Use client_credentials' })
    const token = randomUUID()
    tokens.add(token)
    return { access_token: token, expires_in: 86_400, token_type: 'Bearer' }
  })

  app.register(async (authorized) => {
    authorized.addHook('preValidation', async (request, reply) => {
      if (tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) return
      return problem(reply, 401, '00041', 'You are not currently authorized to access this product')
    })

    authorized.get<{ Querystring: MatchQuery }>(
      '/v1/match/cleanseMatch',
      { schema: { querystring: matchQuery } },
      async ({ query }, reply) => {
        calls.match += 1
        const about = query.name ?? query.registrationNumber ?? query.postalCode ?? null
        if (about === null) return problem(reply, 400, '00003', 'Missing or invalid parameters')
        return (await faulty(world, reply, about)) ?? matches(reply, query)
      },
    )

    authorized.get<{ Params: { duns: string }; Querystring: Static<typeof blockQuery> }>(
      '/v1/data/duns/:duns',
      { schema: { querystring: blockQuery } },
      async ({ params: { duns } }, reply) => {
        calls.data += 1
        const fault = await faulty(world, reply, duns)
        if (fault) return fault
        const company = twinCompanies.find((candidate) => candidate.duns === duns)
        return company ? dnbDataBlock(company) : problem(reply, 404, '10500', 'Requested D-U-N-S Number not found')
      },
    )
  })
}

/** Applies the fault in force to a call; null when the call is to be answered, at once or late. */
async function faulty(world: TwinWorld, reply: FastifyReply, about: string): Promise<FastifyReply | null> {
  const fault = world.faults.take('dnb', about.toLowerCase(), 'send')
  if (fault === 'timeout' || fault === 'blackhole') return neverAnswer(reply)
  if (fault === 'error') return problem(reply, 500, '00034', 'Internal Server Error')
  if (fault === 'refuse') return problem(reply, 400, '00010', 'Bad Request')
  if (fault === 'slow') await world.courier.wait(world.timings.slowMs)
  return null
}

function matches(reply: FastifyReply, query: MatchQuery) {
  const found = twinCompanies.filter(
    (company) => company.country === query.countryISOAlpha2Code && fits(company, query),
  )
  if (found.length === 0) return problem(reply, 404, '20505', 'No match found for the requested input parameters')
  return dnbMatches(found.slice(0, query.candidateMaximumQuantity ?? 10), query)
}

function fits(company: TwinCompany, { name, registrationNumber, postalCode }: MatchQuery): boolean {
  if (registrationNumber !== undefined) return company.kvk === registrationNumber
  if (postalCode !== undefined) return company.postalCode === postalCode.replaceAll(' ', '')
  const words = (name ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return [company.name, ...company.tradeNames].some((known) =>
    words.every((word) => known.toLowerCase().includes(word)),
  )
}

function problem(reply: FastifyReply, status: number, errorCode: string, errorMessage: string): FastifyReply {
  return reply.code(status).send(dnbProblem(errorCode, errorMessage))
}
