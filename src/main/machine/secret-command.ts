import { Command } from 'commander'
import { isSecretOf } from '#/app/starting/installation.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { changeDatabasePassword } from '#/app/operator/world/database-password.ts'
import { command, print, type OutputFlags } from '#/main/terminal/command-output.ts'
import { askingCommand, confirm, type AskingFlags } from '#/main/terminal/confirm.ts'
import { asOperator } from '#/main/operator-session.ts'
import { readLine, terminal } from '#/main/terminal/terminal.ts'

/** `tijdig secret`: what is kept of the secrets of the set-up, and how one is changed while all goes on. */
export function secretCommand(): Command {
  return new Command('secret')
    .description('the secrets of the set-up: check, change-database-password')
    .addCommand(
      command('check', 'say whether a copy of TIJDIG_SECRET, on standard input, is that of the database').action(check),
    )
    .addCommand(
      askingCommand(
        'change-database-password',
        'give the user of DATABASE_URL and its logins a new password, and write it to the file of the URL',
      ).action(change),
    )
}

async function check(flags: OutputFlags): Promise<void> {
  const copy = await readLine('The copy of TIJDIG_SECRET: ')
  if (!copy) throw new OperatorError('Write the copy to standard input: tijdig secret check < COPY')
  await asOperator(async ({ pool }) => {
    if (!(await isSecretOf(async (sql) => (await pool.query(sql)).rows, copy)))
      throw new OperatorError(
        'This copy is not the secret of the database: replace it by the TIJDIG_SECRET that this command ran with, which is.',
      )
  })
  print(flags, { isRight: true }, () => 'This copy is the secret of the database.')
}

async function change(flags: AskingFlags): Promise<void> {
  await confirm(
    flags,
    'This gives the user of DATABASE_URL a new password. Processes that read it from the same file go on; all others are refused at their next connection.',
  )
  const files = await asOperator((session) => changeDatabasePassword(terminal().env, session))
  print(flags, { files }, () => `The password is changed, and written to ${files.join(', ')}.`)
}
