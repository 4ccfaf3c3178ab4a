import type pg from 'pg'
import { inTransaction, runOnce } from '#/kernel/postgres/db.ts'
import { eachByItself } from '#/kernel/flow/each-by-itself.ts'
import { endings } from '#/kernel/privacy.ts'
import { endUnusedLink } from '#/slices/recipient-sign-in/links/linking.ts'
import { signInPrivacy } from './privacy.ts'
import { selectUnused } from './privacy-store.ts'

/**
 * Erases a page of each table whose term has passed, and ends the links of the profiles that are forgotten before them.
 *
 * @param pools login acts as tijdig_login on the datastore, operator as tijdig_operator on the main database
 * @param now by the product's clock
 * @throws Error of what failed, after all the rest is erased
 */
export async function eraseOldSignIns(
  { login, operator }: { readonly login: pg.Pool; readonly operator: pg.Pool },
  now: Temporal.Instant,
): Promise<void> {
  const pagesOf = (tables: typeof signInPrivacy) => [
    ...endings(tables, 'pages').map((erase) => () => runOnce(login, erase)),
    ...endings(tables, 'pagesByClock').map((erase) => () => runOnce(login, erase, [now])),
  ]
  const profiles = signInPrivacy.filter(({ table }) => table === 'login.profile')
  const others = signInPrivacy.filter(({ table }) => table !== 'login.profile')
  const eraseProfiles = async () => {
    await eachByItself(await runOnce(login, selectUnused, [now]), ({ profileId }) =>
      inTransaction(operator, { holder: null }, (tx) => endUnusedLink(tx, login, profileId)),
    )
    // Not after a failure: without its profile nobody would find a link again.
    await eachByItself(pagesOf(profiles), (erase) => erase())
  }
  await eachByItself([...pagesOf(others), eraseProfiles], (perform) => perform())
}
