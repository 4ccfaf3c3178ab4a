import { createHash, randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendConsentFault, sendConsentPage } from './consent-page.ts'
import { defaultAccount } from './calendar-accounts.ts'

export type OAuthTwinOptions = {
  readonly vendor: 'Google' | 'Microsoft'
  readonly authorizePath: string
  readonly tokenPath: string
  /** Absent where the vendor has none. */
  readonly revokePath?: string
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  /** Gives a new refresh token with every access token. */
  readonly isRotating: boolean
  /** The answer's `iss` parameter (RFC 9207), where the vendor sends it. */
  readonly issuer?: string
}

type Permission = { readonly account: string; readonly scope: string; isRevoked: boolean }
type Code = {
  readonly permission: Permission
  readonly redirectUri: string
  readonly challenge: string
  isUsed: boolean
}

/** The permissions a vendor's twin has given. */
export type OAuthTwin = {
  /** Whose account a request's access token opens; null when it opens none. */
  accountOf(request: FastifyRequest): string | null
  /** How often a token was refreshed. */
  refreshes(): number
  /** How many permissions an account has given that still count. */
  permissions(account: string): number
  /** What the owner does in the account's settings: ends every permission. */
  revokeAll(): void
  /** Expires every access token given so far; refresh tokens stay valid. */
  expireAccess(): void
}

/**
 * A vendor's OAuth 2.0 server: a consent page with Allow and Deny, the token endpoint with PKCE and refresh, revocation.
 * As strict as vendors are about what they check: client, redirect address, verifier, one use of a code.
 */
export function oauthTwin(app: FastifyInstance, options: OAuthTwinOptions): OAuthTwin {
  const { clientId, clientSecret } = options.client
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, Permission>()
  const refreshTokens = new Map<string, Permission>()
  let refreshCount = 0

  app.get<{ Querystring: Record<string, string> }>(options.authorizePath, async (request, reply) => {
    const fault = faultOf(request.query, clientId)
    return fault
      ? sendConsentFault(reply, options.vendor, fault)
      : sendConsentPage(reply, options.vendor, request.query, defaultAccount)
  })

  app.post<{ Body: URLSearchParams }>(options.authorizePath, async (request, reply) => {
    const asked = Object.fromEntries(request.body)
    const fault = faultOf(asked, clientId)
    if (fault) return reply.code(400).send({ error: fault })
    const answer = new URL(asked.redirect_uri ?? '')
    if (asked.state) answer.searchParams.set('state', asked.state)
    if (options.issuer) answer.searchParams.set('iss', options.issuer)
    if (asked.decision !== 'allow') answer.searchParams.set('error', 'access_denied')
    else {
      const code = token('4/')
      // A person can untick permissions.
      const scope = asked.granted_scope ?? asked.scope ?? ''
      const permission = { account: asked.account || defaultAccount, scope, isRevoked: false }
      codes.set(code, {
        permission,
        redirectUri: asked.redirect_uri ?? '',
        challenge: asked.code_challenge ?? '',
        isUsed: false,
      })
      answer.searchParams.set('code', code)
    }
    return reply.redirect(answer.href, 303)
  })

  app.post<{ Body: URLSearchParams }>(options.tokenPath, async (request, reply) => {
    const form = request.body
    if (!isClient(request, clientId, clientSecret)) return refuse(reply, 401, 'invalid_client', 'Unauthorized')
    if (form.get('grant_type') === 'refresh_token') {
      const permission = refreshTokens.get(form.get('refresh_token') ?? '')
      if (!permission || permission.isRevoked)
        return refuse(reply, 400, 'invalid_grant', 'Token has been expired or revoked.')
      refreshCount += 1
      return reply.send(tokens(permission, options.isRotating))
    }
    const code = codes.get(form.get('code') ?? '')
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      code !== undefined &&
      !code.isUsed &&
      code.redirectUri === form.get('redirect_uri') &&
      code.challenge === s256(form.get('code_verifier') ?? '')
    if (!isRight) return refuse(reply, 400, 'invalid_grant', 'Bad Request')
    code.isUsed = true
    return reply.send(tokens(code.permission, true))
  })

  if (options.revokePath) {
    app.post<{ Body: URLSearchParams }>(options.revokePath, async (request, reply) => {
      const given = request.body.get('token') ?? ''
      const permission = refreshTokens.get(given) ?? accessTokens.get(given)
      if (!permission || permission.isRevoked) return refuse(reply, 400, 'invalid_token', 'Token expired or revoked')
      permission.isRevoked = true
      return reply.send({})
    })
  }

  function tokens(permission: Permission, withRefresh: boolean) {
    const access = token('ya29.')
    accessTokens.set(access, permission)
    const refresh = withRefresh ? token('1//') : null
    if (refresh) refreshTokens.set(refresh, permission)
    return {
      access_token: access,
      expires_in: 3599,
      scope: permission.scope,
      token_type: 'Bearer',
      ...(refresh ? { refresh_token: refresh } : {}),
    }
  }

  return {
    accountOf(request) {
      const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
      const permission = given === undefined ? undefined : accessTokens.get(given)
      return permission && !permission.isRevoked ? permission.account : null
    },
    refreshes: () => refreshCount,
    permissions: (account) =>
      new Set([...refreshTokens.values()].filter((one) => one.account === account && !one.isRevoked)).size,
    revokeAll() {
      for (const permission of refreshTokens.values()) permission.isRevoked = true
    },
    expireAccess: () => accessTokens.clear(),
  }
}

function faultOf(asked: Readonly<Record<string, string>>, clientId: string): string | null {
  if (asked.client_id !== clientId) return 'invalid_client'
  if (asked.response_type !== 'code') return 'unsupported_response_type'
  if (!URL.canParse(asked.redirect_uri ?? '')) return 'redirect_uri_mismatch'
  if (asked.code_challenge_method !== 'S256' || !asked.code_challenge) return 'invalid_request'
  return asked.scope ? null : 'invalid_scope'
}

/** Both vendors take the client's secret in the form. */
function isClient(request: FastifyRequest<{ Body: URLSearchParams }>, clientId: string, clientSecret: string): boolean {
  return request.body.get('client_id') === clientId && request.body.get('client_secret') === clientSecret
}

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply.code(status).send({ error, error_description: description })
}

function token(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
