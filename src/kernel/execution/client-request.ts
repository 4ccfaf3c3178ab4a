import { sha256 } from '#/kernel/secrets/derived-keys.ts'
import type { Tx } from '#/kernel/postgres/db.ts'
import { AppError } from '#/kernel/errors.ts'
import { platformId } from '#/kernel/ids.ts'
import { insertClientRequest, selectClientRequest, updateClientRequest } from '#/kernel/postgres/store.ts'

/** The first answer to a client request id, and its subjects for the audit row of each replay. */
export type StoredAnswer = { readonly status: number; readonly data: unknown; readonly subjects: readonly string[] }

export type ClientRequestKey = {
  /** Null for a recipient, who belongs to none. */
  readonly platformHolderId: string | null
  readonly actorId: string
  readonly operationId: string
  readonly clientRequestId: string
}

/**
 * Claims a client request id inside the transaction of its request, or finds the first answer to it. A concurrent
 * duplicate waits here until the first commits; if that rolls back, the id is free again.
 *
 * @returns the stored answer to replay, or null when this request is the first
 * @throws AppError REQUEST_ID_REUSED when the id came with another body before
 */
export async function claimClientRequest(tx: Tx, key: ClientRequestKey, body: unknown): Promise<StoredAnswer | null> {
  const claimed = await tx.rows(insertClientRequest, [...valuesOf(key), bodyHash(body)])
  if (claimed.length > 0) return null
  const first = await findClientRequest(tx, key, body)
  if (!first) throw new AppError('REQUEST_ID_REUSED')
  return first
}

/**
 * The first answer to a client request id, or null when there is none; claims nothing, so that an operation in steps can
 * look before it calls its provider.
 *
 * @throws AppError REQUEST_ID_REUSED when the id came with another body before
 */
export async function findClientRequest(tx: Tx, key: ClientRequestKey, body: unknown): Promise<StoredAnswer | null> {
  const [first] = await tx.rows(selectClientRequest, valuesOf(key))
  if (!first) return null
  if (!first.bodySha256.equals(bodyHash(body))) throw new AppError('REQUEST_ID_REUSED')
  return { status: first.responseStatus, data: first.responseData, subjects: first.subjects }
}

function valuesOf(key: ClientRequestKey): string[] {
  return [key.platformHolderId ?? platformId, key.actorId, key.operationId, key.clientRequestId]
}

function bodyHash(body: unknown): Buffer {
  return sha256(canonicalJson(body))
}

/** Stores the answer with the commit of the request. */
export function storeAnswer(tx: Tx, key: ClientRequestKey, answer: StoredAnswer): void {
  tx.send(updateClientRequest, [...valuesOf(key), answer.status, JSON.stringify(answer.data), answer.subjects])
}

/** The same JSON value in the same bytes, whatever the order of its keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
