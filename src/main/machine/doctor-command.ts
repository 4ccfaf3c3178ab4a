import type { Command } from 'commander'
import { readSettings } from '#/app/settings/read-settings.ts'
import type { Check } from '#/app/operator/doctor/check.ts'
import { examine } from '#/app/operator/doctor/doctor.ts'
import { nameOperator } from '#/app/operator/operator-audit.ts'
import { command, print, type OutputFlags } from '#/main/terminal/command-output.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig doctor`: one line for each thing that can be wrong. Exit code 1 when one is. */
export function doctorCommand(): Command {
  return command('doctor', 'look for what is wrong; exit code 1 when something is').action(
    async (flags: OutputFlags) => {
      const checks = await examine(() => {
        const settings = readSettings(terminal().env)
        nameOperator(settings)
        return settings
      })
      const isHealthy = checks.every((check) => check.status !== 'fail')
      print(flags, { isHealthy, checks }, () => inWords(checks))
      if (!isHealthy) terminal().exitCode = 1
    },
  )
}

function inWords(checks: readonly Check[]): string {
  const width = Math.max(...checks.map((check) => check.name.length))
  return checks
    .map(({ status, name, finding, advice }) => {
      const line = `${status.padEnd(4)}  ${name.padEnd(width)}  ${finding}`
      return advice === null ? line : `${line} ${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`
    })
    .join('\n')
}
