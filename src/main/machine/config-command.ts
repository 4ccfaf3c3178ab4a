import { Command } from 'commander'
import { printSettings } from '#/app/settings/print-settings.ts'
import { command, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig config`: how the environment sets the product up. */
export function configCommand(): Command {
  return new Command('config')
    .description('the set-up, without secrets: print')
    .addCommand(
      command('print', 'show every variable and where it comes from; exit code 1 when one is wrong').action(
        printConfig,
      ),
    )
}

function printConfig(flags: OutputFlags): void {
  const variables = printSettings(terminal().env)
  print(flags, { variables }, () =>
    table(
      ['variable', 'from', 'value'],
      variables.map(({ name, from, value, isHidden, fault }) => [
        name,
        from,
        `${isHidden ? '(not shown)' : (value ?? '-')}${fault === null ? '' : `  WRONG: it ${fault}`}`,
      ]),
    ),
  )
  if (variables.some(({ fault }) => fault !== null)) terminal().exitCode = 1
}
