import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Identity, Services } from '#/kernel/context.ts'
import { AppError } from '#/kernel/errors.ts'
import { checkIds, forbiddance, type Caller } from '#/kernel/execution/execute.ts'
import type { FairTurns } from '#/kernel/flow/fair-turns.ts'
import type { RateLimiter } from '#/kernel/flow/rate-limit.ts'
import type { Log } from '#/kernel/log.ts'
import { isForPeopleOnly, isOfAgent, type Operation, type OperationContract } from '#/kernel/operation.ts'
import type { Standby } from '#/kernel/postgres/connecting/standby.ts'
import { networkOf } from '#/kernel/text/address-block.ts'
import type { InHand } from './in-hand.ts'

/** What the surface needs from the application to serve operations. */
export type RestOptions = {
  readonly operations: readonly Operation[]
  readonly pool: pg.Pool
  readonly standby: Standby | null
  readonly services: Services
  readonly log: Log
  readonly rateLimiter: RateLimiter
  readonly inHand: InHand
  readonly fairTurns: FairTurns
  readonly allowances: Readonly<Record<'default' | 'intake', number>>
  /** Identifies the caller, and notes a key of an organization on the request. Throws AppError 401 or 403. */
  readonly authenticate: (
    request: FastifyRequest,
    contract: OperationContract,
  ) => Promise<{ identity: Identity; now: Temporal.Instant }>
}

/** Everything that is refused before the body is read: who, what kind of credential, CSRF, role, scope, allowance. */
export async function admit(
  { contract }: Operation,
  options: Omit<RestOptions, 'operations'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { identity, now } = await options.authenticate(request, contract)
  const limit = contract.rateLimit ?? 'default'
  const name = contract.isPolled ? 'polling' : limit
  const allowance = { name, perMinute: options.allowances[limit] }
  const { credentialId, platformHolderId } = identity
  const ofAllKeys = { name: `tenant-${name}`, perMinute: tenantFactor * allowance.perMinute }
  const tenant = platformHolderId === null ? null : { id: platformHolderId, allowance: ofAllKeys }
  request.knownCaller = { credentialId, allowance, tenant }
  const refusal = forbiddance(contract, identity, () => hasCsrfProof(request, options.services.baseUrl))
  // Forbidden calls count too, so that they are limited.
  reply.headers(await options.rateLimiter.takeOrRefuse(credentialId, allowance))
  if (tenant) await options.rateLimiter.takeOrRefuse(tenant.id, tenant.allowance)
  if (refusal !== null) throw new AppError(refusal)
  if (isForPeopleOnly(contract) && isOfAgent(request.headers)) throw new AppError('HUMAN_CONFIRMATION_REQUIRED')
  const { ip: address } = request
  const { 'accept-language': acceptLanguage } = request.headers
  request.admitted = { identity, now, acceptLanguage, address, network: networkOf(address) }
}

/** A tenant with many keys has as much as this many of them. */
const tenantFactor = 5

export type Admitted = Omit<Caller, 'requestId'>

/** Who makes a request that `admit` let in. */
export function admittedCaller(request: FastifyRequest): Admitted {
  if (!request.admitted) throw new Error('A handler ran for a request that was not admitted')
  return request.admitted
}

/** A browser sends Origin with every cross-site change and page scripts cannot forge it; the header needs a preflight. */
function hasCsrfProof(request: FastifyRequest, baseUrl: string): boolean {
  const { origin, 'x-service-csrf': proof } = request.headers
  return origin === new URL(baseUrl).origin && proof === '1'
}

/**
 * Answers another tenant's id like one that names nothing.
 *
 * @throws AppError NOT_FOUND
 */
export function checkTenant(
  contract: OperationContract,
  { platformHolderId }: Identity,
  params: Readonly<Record<string, string>>,
): void {
  checkIds(contract, params)
  if (platformHolderId !== null && 'platformHolderId' in params && params.platformHolderId !== platformHolderId)
    throw new AppError('NOT_FOUND')
}
