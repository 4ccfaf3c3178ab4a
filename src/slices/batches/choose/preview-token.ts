import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { AppError, invalid } from '#/kernel/errors.ts'
import { hmac, isSame } from '#/kernel/secrets/derived-keys.ts'
import type { BatchInput } from './batch-input.ts'

/** What somebody saw in a preview, as its token says it. */
export type Previewed = {
  readonly platformHolderId: string
  readonly actorId: string
  readonly input: BatchInput
  /** Each appointment with its version. */
  readonly appointments: readonly (readonly [id: string, version: number])[]
}

/** How long a preview can be confirmed. */
export const tokenMinutes = 10

/** Longest token: of a thousand appointments that were chosen one by one. */
export const tokenMaxLength = 100_000

/** A token that only we can make, and only its actor can use. */
export function createPreviewToken(key: Buffer, previewed: Previewed, now: Temporal.Instant): string {
  const expiresAt = now.add({ minutes: tokenMinutes }).epochMilliseconds
  const payload = deflateRawSync(JSON.stringify({ ...previewed, expiresAt })).toString('base64url')
  return `${payload}.${sign(key, payload)}`
}

/** @throws AppError VALIDATION_FAILED when it is not ours or another's, STATE_CONFLICT when its time is over */
export function readPreviewToken(
  key: Buffer,
  token: string,
  by: Pick<Previewed, 'platformHolderId' | 'actorId'>,
  now: Temporal.Instant,
): Previewed {
  const [payload = ''] = token.split('.')
  if (!isSame(Buffer.from(`${payload}.${sign(key, payload)}`), Buffer.from(token))) throw notOurs()
  // Ours, by its signature, so that it has this shape.
  const read = JSON.parse(inflateRawSync(Buffer.from(payload, 'base64url')).toString()) as Previewed & {
    readonly expiresAt: number
  }
  if (read.platformHolderId !== by.platformHolderId || read.actorId !== by.actorId) throw notOurs()
  if (now.epochMilliseconds >= read.expiresAt)
    throw new AppError('STATE_CONFLICT', { message: 'The preview is older than ten minutes. Look at a new one.' })
  return read
}

function notOurs(): AppError {
  return invalid({ path: 'previewToken', code: 'invalid_format', message: 'Send the token of your own preview.' })
}

function sign(key: Buffer, payload: string): string {
  return hmac(key, `batch preview\n${payload}`).subarray(0, 16).toString('base64url')
}
