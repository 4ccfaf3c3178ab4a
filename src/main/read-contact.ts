import { OperatorError } from '#/app/operator/operator-error.ts'
import { readLine } from '#/main/terminal/terminal.ts'

/**
 * A number or e-mail address of somebody, from standard input: arguments stay in the shell's history and are visible to
 * everybody on the machine.
 *
 * @throws OperatorError when there is none
 */
export async function readContact(): Promise<string> {
  const contact = await readLine('Number (in E.164) or e-mail address: ')
  if (contact === null) throw new OperatorError('Write the number or address to standard input.')
  return contact
}
