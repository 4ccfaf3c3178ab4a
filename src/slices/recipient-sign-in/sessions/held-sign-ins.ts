import type pg from 'pg'
import { runOnce } from '#/kernel/postgres/db.ts'
import type { SignIns } from '#/ports/sign-ins.ts'
import { selectHeldProfiles, selectHeldSessions } from './session-store.ts'

/** What is held of profiles, for a copy of somebody's data and for linking them. @param login acts as tijdig_login on the datastore of the sign-in */
export function heldSignIns(login: pg.Pool): SignIns {
  return {
    findActive: (profileIds) => runOnce(login, selectHeldProfiles, [profileIds]),
    async list(profileIds) {
      const profiles = await runOnce(login, selectHeldProfiles, [profileIds])
      const sessions = await Promise.all(profiles.map(({ id }) => runOnce(login, selectHeldSessions, [id])))
      return profiles.map((profile, index) => ({ ...profile, sessions: sessions[index] ?? [] }))
    },
  }
}
