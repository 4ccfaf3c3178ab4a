import { Type } from 'typebox'
import { pageQuery } from '#/kernel/page.ts'
import {
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  strictObject,
} from '#/kernel/schema.ts'
import type { SessionRow } from './store.ts'

/** A sign-in of staff in a browser. Nothing in it tells two browsers of the same kind in one network apart. */
export const Session = strictObject(
  {
    id: described(Identifier, 'Id of the session.'),
    staffMemberId: described(Identifier, 'Who is signed in.'),
    email: Type.String({
      maxLength: 254,
      description: 'E-mail address of whoever is signed in.',
      examples: ['anna@practice.example'],
    }),
    method: oneOf(['code', 'passkey'], {
      title: 'SignInMethod',
      description: 'How they signed in: by a mailed code or by a passkey.',
    }),
    network: nullable(
      Type.String({
        maxLength: 50,
        description: 'The network it was opened from: the first 24 bits of an IPv4 address, or 48 of an IPv6 one.',
        examples: ['203.0.113.0/24'],
      }),
    ),
    browser: nullable(
      Type.String({
        maxLength: 50,
        description: 'Family of the browser and its system; null when neither is known.',
        examples: ['Firefox · Windows'],
      }),
    ),
    startedAt: described(Instant, 'When they signed in.'),
    lastSeenAt: described(Instant, 'When it was last used, to the minute. Without use it ends after 30 minutes.'),
    expiresAt: described(Instant, 'When it ends at the latest.'),
    endedAt: nullable(described(Instant, 'When it ended; null while it works.')),
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this call.' }),
  },
  { title: 'Session' },
)

export function toSession(row: SessionRow, current: { readonly credentialId: string }) {
  return {
    id: row.id,
    staffMemberId: row.staffMemberId,
    email: row.email,
    method: row.method,
    network: row.network,
    browser: row.browser,
    startedAt: formatInstant(row.createdAt),
    lastSeenAt: formatInstant(row.lastSeenAt),
    expiresAt: formatInstant(row.expiresAt),
    endedAt: formatInstantOrNull(row.endedAt),
    isCurrent: row.id === current.credentialId,
  }
}

export const sessionQuery = strictObject({
  status: Type.Optional(
    oneOf(['active', 'ended'], {
      title: 'SessionStatus',
      description: 'Only those that work, or only those that ended.',
    }),
  ),
  ...pageQuery,
})

/** Whether the sessions asked for work; null for all. */
export function isAskedActive({ status }: { readonly status?: 'active' | 'ended' }): boolean | null {
  return status === undefined ? null : status === 'active'
}

export const sessionExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d31',
  staffMemberId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05',
  email: 'anna@practice.example',
  method: 'code' as const,
  network: '203.0.113.0/24',
  browser: 'Firefox · Windows',
  startedAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-20T09:10:00.000Z',
  expiresAt: '2026-11-20T20:00:00.000Z',
  endedAt: null,
  isCurrent: true,
}

export const endedExample = { ...sessionExample, endedAt: '2026-11-20T09:12:00.000Z', isCurrent: false }
