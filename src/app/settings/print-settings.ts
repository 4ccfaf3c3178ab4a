import { listVariables, settings } from './settings.ts'
import { Fault, shownText } from './variable.ts'

/** A variable as an environment has it; its value is null where it has none, or one that may be secret. */
export type PrintedVariable = {
  readonly name: string
  readonly from: 'environment' | 'default' | 'nothing'
  readonly value: string | null
  readonly isHidden: boolean
  /** What is wrong with it, in words that follow its name. */
  readonly fault: string | null
}

/** Every variable in the order of .env.example, without secrets; also of a set-up that does not start. */
export function printSettings(env: Readonly<Record<string, string | undefined>>): PrintedVariable[] {
  const isProduction = env[settings.environment.name]?.trim() === 'production'
  return listVariables().map((one) => {
    const given = env[one.name]?.trim() || null
    const byDefault = isProduction && one.isNeededInProduction ? null : one.byDefault || null
    const text = given ?? byDefault
    const parsed = text === null ? null : one.parse(text, isProduction)
    const fault = parsed instanceof Fault ? parsed.says : null
    // What is wrong may be a secret in the wrong place.
    const value = given === null ? byDefault : fault === null ? shownText(one, given) : null
    return {
      name: one.name,
      from: given !== null ? 'environment' : text !== null ? 'default' : 'nothing',
      value,
      isHidden: text !== null && value === null,
      fault: isProduction && one.isNeededInProduction && text === null ? 'is needed in production' : fault,
    }
  })
}
