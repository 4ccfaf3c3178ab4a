import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { listVariables, settings } from './settings.ts'
import { Fault } from './variable.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** An environment with the secrets that stand in files. */
export type Given = {
  readonly env: Environment
  /** The file of each variable that came from one. */
  readonly files: ReadonlyMap<string, string>
  /** What is wrong with how a secret was given, by its variable, in words that follow its name. */
  readonly faults: ReadonlyMap<string, Fault>
}

/**
 * Reads the secrets that are not in the environment itself: of the variable `X` from the file that `X_FILE` names, or from
 * the file of that name in `CREDENTIALS_DIRECTORY`. A folder that systemd loads whole puts its own id before the names.
 */
export function withSecretFiles(given: Environment): Given {
  const isProduction = given[settings.environment.name]?.trim() === 'production'
  const env: Record<string, string | undefined> = { ...given }
  const [files, faults] = [new Map<string, string>(), new Map<string, Fault>()]
  for (const { name } of listVariables().filter(({ isSecret }) => isSecret)) {
    const [file, ...others] = filesOf(name, given)
    if (file === undefined) continue
    const text =
      others.length > 0 || given[name]?.trim()
        ? new Fault(`is given more than once, also in the file ${file}: leave all but one out`)
        : readSecretFile(file, isProduction)
    if (text instanceof Fault) faults.set(name, text)
    else env[name] = text
    files.set(name, file)
  }
  return { env, files, faults }
}

/** The name of the variable with which the file of a secret is named. */
export function fileVariableOf(name: string): string {
  return `${name}_FILE`
}

function filesOf(name: string, env: Environment): string[] {
  const named = env[fileVariableOf(name)]?.trim()
  const folder = env['CREDENTIALS_DIRECTORY']?.trim()
  const credentials = folder ? [name, `tijdig_${name}`].map((file) => join(folder, file)) : []
  return [...(named ? [named] : []), ...credentials.filter((file) => existsSync(file))]
}

/** @returns what the file holds, without white space around it, or what is wrong with it */
export function readSecretFile(file: string, isProduction: boolean): string | Fault {
  if (isProduction && !isAbsolute(file)) return new Fault(`is in ${file}: name the file by its absolute path`)
  try {
    const { mode } = statSync(file)
    if (isProduction && (mode & forOthers) !== 0)
      return new Fault(`is in a file that others may read or change: chmod 600 ${file}`)
    return readFileSync(file, 'utf8').trim() || new Fault(`is in an empty file: write it to ${file}`)
  } catch (error) {
    return new Fault(`is in a file that cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
  }
}

/** Anything for others, and writing for the group. Reading for the group is how Kubernetes and systemd let a process in. */
const forOthers = 0o027
