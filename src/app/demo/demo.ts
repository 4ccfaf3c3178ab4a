import type pg from 'pg'
import { inTransaction, runOnce } from '#/kernel/postgres/db.ts'
import { isLoopbackUrl } from '#/kernel/text/loopback.ts'
import { createApiKeyRow } from '#/slices/access/access.ts'
import { scopesOf } from '#/surfaces/scopes.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { operations } from '#/app/operations.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { sandboxUrls } from '#/app/wiring.ts'
import { selectDemo, selectDemoHolders, type DemoHolderRow } from './demo-store.ts'

/** Whether the page /demo is there: neither in production nor at a public address, whose proxy calls for anybody. */
export function servesDemo({ environment, baseUrl }: Pick<Settings, 'environment' | 'baseUrl'>): boolean {
  return environment !== 'production' && isLoopbackUrl(baseUrl)
}

/** The demo holders with one member of staff each, in the order they were made. @param pool acts as tijdig_operator */
export function listDemoHolders(pool: pg.Pool): Promise<DemoHolderRow[]> {
  return runOnce(pool, selectDemoHolders)
}

/** What a newcomer needs to sign in and look around. */
export async function describeDemo(pool: pg.Pool, settings: Settings) {
  const holders = await runOnce(pool, selectDemo)
  return {
    baseUrl: settings.baseUrl,
    loginUrl: settings.loginUrl,
    sandboxUrl: sandboxUrls(settings).url,
    holders: holders.map((holder) => ({
      id: holder.id,
      displayName: holder.displayName,
      staff: holder.staff.map((email) => ({ email })),
      recipients: holder.recipients.map((recipient) => ({
        id: recipient.id,
        displayName: recipient.name,
        phoneNumberE164: recipient.phone,
        linked: recipient.recipientId !== null,
        recipientId: recipient.recipientId,
      })),
    })),
  }
}

/**
 * A fresh API key of a demo holder's first member of staff, for trying the API and the import.
 *
 * @param pool acts as tijdig_operator
 * @param platformHolderId null: the first demo holder
 * @throws OperatorError when it is no demo holder, or nobody works there any more
 */
export async function createDemoKey(
  pool: pg.Pool,
  platformHolderId: string | null,
): Promise<{ apiKey: string; platformHolderId: string }> {
  const holders = await listDemoHolders(pool)
  const holder = platformHolderId === null ? holders[0] : holders.find((candidate) => candidate.id === platformHolderId)
  if (!holder)
    throw new OperatorError(
      'There is no such demo organization with active staff: `tijdig demo show` shows those there are.',
    )
  return inTransaction(pool, { holder: null }, async (tx) => {
    const apiKey = await createApiKeyRow(tx, {
      platformHolderId: holder.id,
      actorId: holder.actorId,
      name: 'Demo key',
      scopes: scopesOf(operations, 'platform_holder_user'),
      days: 365,
    })
    auditOperator(tx, { platformHolderId: holder.id, action: 'demoKeyCreated' })
    return { apiKey, platformHolderId: holder.id }
  })
}
