import { withSecretFiles, type Environment } from './secret-files.ts'
import { listVariables, settings } from './settings.ts'
import { Fault, shownText } from './variable.ts'

/** A variable as an environment has it; its value is null where it has none, or one that may be secret. */
export type PrintedVariable = {
  readonly name: string
  readonly from: 'environment' | 'default' | 'nothing' | `file ${string}`
  readonly value: string | null
  readonly isHidden: boolean
  /** What is wrong with it, in words that follow its name. */
  readonly fault: string | null
}

/** Every variable in the order of .env.example, without secrets; also of a set-up that does not start. */
export function printSettings(given: Environment): PrintedVariable[] {
  const { env, files, faults } = withSecretFiles(given)
  const isProduction = env[settings.environment.name]?.trim() === 'production'
  return listVariables().map((one) => {
    const file = files.get(one.name)
    const unread = faults.get(one.name)
    const ownText = env[one.name]?.trim() || null
    const byDefault = isProduction && one.isNeededInProduction ? null : one.byDefault || null
    const text = ownText ?? byDefault
    const parsed = text === null ? null : one.parse(text, isProduction)
    const fault = unread?.says ?? (parsed instanceof Fault ? parsed.says : null)
    // What is wrong may be a secret in the wrong place.
    const value = ownText === null ? byDefault : fault === null ? shownText(one, ownText) : null
    return {
      name: one.name,
      from: file ? `file ${file}` : ownText !== null ? 'environment' : text !== null ? 'default' : 'nothing',
      value,
      isHidden: (text !== null || file !== undefined) && value === null,
      fault:
        unread === undefined && isProduction && one.isNeededInProduction && text === null
          ? 'is needed in production'
          : fault,
    }
  })
}
