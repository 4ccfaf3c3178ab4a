import type pg from 'pg'
import { inTransaction, runOnce } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/postgres/each-by-itself.ts'
import { endings } from '#/kernel/privacy.ts'
import { endUnusedLink } from '#/slices/recipient-sign-in/links/linking.ts'
import { signInPrivacy } from './privacy.ts'
import { selectUnused } from './privacy-store.ts'

/**
 * Erases a page of each table whose term has passed; before that, the links of the profiles that are forgotten.
 *
 * @param pools login acts as tijdig_login on the datastore, operator as tijdig_operator on the main database
 * @param now by the product's clock
 */
export async function forgetSignIns(
  { login, operator }: { readonly login: pg.Pool; readonly operator: pg.Pool },
  now: Temporal.Instant,
): Promise<void> {
  for (const { profileId } of await runOnce(login, selectUnused, [now]))
    await inTransaction(operator, { holder: null }, (tx) => endUnusedLink(tx, login, profileId))
  const erasures = [
    ...endings(signInPrivacy, 'pages').map((erase) => () => runOnce(login, erase)),
    ...endings(signInPrivacy, 'pagesByClock').map((erase) => () => runOnce(login, erase, [now])),
  ]
  await eachByItself(erasures, (perform) => perform())
}
