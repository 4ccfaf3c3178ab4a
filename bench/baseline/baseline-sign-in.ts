import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Pool } from 'pg'
import { platformId } from '#/kernel/ids.ts'
import { committed, inTransaction, newRequestId, preparing, readText } from './baseline-statements.ts'
import type { Captured } from '../product/captured-statements.ts'

/** The exchange of a code for a token with the product's statements alone; accepts every code. */
export function signInWork(
  login: Pool,
  main: Pool,
  statements: readonly Captured[],
): (request: IncomingMessage) => Promise<unknown> {
  const prepared = preparing(statements)

  const openSession = (challengeId: string, now: unknown, sessionId: string, token: string) =>
    inTransaction(login, async (client) => {
      await Promise.all([client.query('begin'), client.query(prepared('select_login_binding', []))])
      const [, { rows: open }] = await Promise.all([
        client.query(prepared('lock_number_of_challenge', [challengeId])),
        client.query<Challenge>(prepared('open_challenge', [challengeId, 'app', now])),
      ])
      const [challenge] = open
      if (!challenge) throw new Error('There is no such challenge')
      const { number_key: key, phone_number_e164: number, locale } = challenge
      const [, { rows: profiles }] = await Promise.all([
        client.query(prepared('use_recipient_code', [key, challengeId, now])),
        client.query<Profile>(prepared('upsert_profile', [randomUUIDv7(), key, number, locale, now])),
      ])
      const [profile] = profiles
      if (!profile) throw new Error('There is no profile')
      const hash = createHash('sha256').update(token).digest()
      const [session] = (
        await client.query<{ expires_at: Date }>(
          prepared('insert_recipient_session', [sessionId, profile.id, 'token', hash, now]),
        )
      ).rows
      await committed([client.query('commit')])
      return { profile, expiresAt: session?.expires_at }
    })

  return async (request) => {
    const { challengeId } = JSON.parse(await readText(request)) as { challengeId: string }
    const [clock] = (await main.query<{ now: unknown }>(prepared('select_sign_in_now', []))).rows
    const token = randomBytes(32).toString('base64url')
    const sessionId = randomUUIDv7()
    const { profile, expiresAt } = await openSession(challengeId, clock?.now, sessionId, token)
    const subjects = [sessionId, profile.id]
    const unknown = [null, null, null, null, null]
    const values = [
      platformId,
      'recipient',
      profile.id,
      'createRecipientAuthSession',
      newRequestId(),
      subjects,
      ...unknown,
      'success',
    ]
    await inTransaction(main, (client) =>
      committed([client.query('begin'), client.query(prepared('insert_audit_event', values)), client.query('commit')]),
    )
    const [linked] = (await main.query<Linked>(prepared('find_linked_recipient', [profile.id]))).rows
    return {
      accessToken: token,
      expiresAt,
      profile: {
        profileId: profile.id,
        displayName: linked?.display_name,
        phoneNumberMasked: profile.phone_number_e164,
        locale: linked?.locale ?? profile.locale,
        linked: linked?.recipient_id !== null,
        recipientId: linked?.recipient_id,
      },
    }
  }
}

type Challenge = {
  readonly number_key: Buffer
  readonly phone_number_e164: string
  readonly locale: string | null
}
type Profile = { readonly id: string; readonly phone_number_e164: string; readonly locale: string | null }
type Linked = {
  readonly recipient_id: string | null
  readonly display_name: string | null
  readonly locale: string | null
}
