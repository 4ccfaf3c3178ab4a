import { randomBytes } from 'node:crypto'
import { chmod, chown, open, readFile, rename, rm, stat } from 'node:fs/promises'
import type pg from 'pg'
import { applicationRoles } from '#/app/operator/doctor/check-database.ts'
import { auditOperator } from '#/app/operator/operator-audit.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { withSecretFiles, type Environment } from '#/app/settings/secret-files.ts'
import { settings } from '#/app/settings/settings.ts'
import { changePasswords, isPasswordChanged } from '#/kernel/postgres/connecting/logins.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'

/** How a connection string names its user and password, before its host. */
const credentials = /^(\w+:\/\/)([^:@/?]+):([^@/?]+)@/

/**
 * Gives the owner of the database and the logins of the processes new passwords, and writes the new one to every file that
 * holds the old one. The files are made before and replaced at once after the change, so that processes wait for moments.
 *
 * @param databaseUrl of the owner, at the server itself
 * @returns the files
 * @throws OperatorError where a connection string with that password stands in no file, or it is not known whether the
 *   new one holds: the files made before then stay
 */
export async function changeDatabasePassword(
  given: Environment,
  { databaseUrl, pool }: { readonly databaseUrl: string; readonly pool: pg.Pool },
): Promise<string[]> {
  const files = filesWith(given, credentialsOf(databaseUrl))
  const password = randomBytes(24).toString('base64url')
  const changed = (url: string) => url.replace(credentials, `$1$2:${password}@`)
  const replacements = files.map((file) => `${file}.new`)
  const clear = async () => {
    for (const replacement of replacements) await rm(replacement, { force: true })
  }
  try {
    for (const [index, file] of files.entries()) await writeLike(file, replacements[index] ?? '', changed)
  } catch (error) {
    await clear()
    throw error
  }
  try {
    await changePasswords(databaseUrl, changed(databaseUrl), applicationRoles)
  } catch (error) {
    // The change may have taken effect and its answer be lost: then the new password stands nowhere but in these files.
    const isChanged = await isPasswordChanged(databaseUrl, changed(databaseUrl))
    if (isChanged === null)
      throw new OperatorError(
        `The database did not say whether it took the new password, which stands in ${replacements.join(', ')}: once it answers, try that one, and move these files to their names without .new if it lets you in, else remove them.`,
        { cause: error },
      )
    if (!isChanged) {
      await clear()
      throw error
    }
  }
  for (const [index, file] of files.entries()) await rename(replacements[index] ?? '', file)
  await inTransaction(pool, { holder: null }, async (tx) =>
    auditOperator(tx, { platformHolderId: null, action: 'databasePasswordChanged', detail: {} }),
  )
  return files
}

function credentialsOf(url: string): string {
  const [, , user, password] = credentials.exec(url) ?? []
  if (user === undefined || password === undefined)
    throw new OperatorError(
      'DATABASE_URL has no password before its host: write it as postgres://user:password@host/database.',
    )
  return `${user}:${password}`
}

/** A sign-in database of its own has another password, or is changed by hand: it may be on another server. */
function filesWith(given: Environment, owner: string): string[] {
  const { env, files } = withSecretFiles(given)
  return [settings.databaseUrl, settings.databaseDirectUrl, settings.databaseStandbyUrl, settings.loginDatabaseUrl]
    .filter(({ name }) => env[name]?.includes(`//${owner}@`))
    .map(({ name }) => {
      const file = files.get(name)
      if (file !== undefined) return file
      throw new OperatorError(
        `${name} has this password and stands in the environment, which running processes do not read again: put it in a file, name that by ${name}_FILE, and restart them. Or change the password as in "Secrets" of docs/running/secure.md.`,
      )
    })
}

/** A file beside another, with the same owner and mode. */
async function writeLike(file: string, replacement: string, change: (text: string) => string): Promise<void> {
  const { mode, uid, gid } = await stat(file)
  const text = change((await readFile(file, 'utf8')).trim())
  const handle = await open(replacement, 'w', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await chown(replacement, uid, gid)
  await chmod(replacement, mode & 0o777)
}
