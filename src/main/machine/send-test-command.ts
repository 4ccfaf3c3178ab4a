import { InvalidArgumentError, type Command } from 'commander'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { sendTest, type TestDestination } from '#/app/operator/world/send-test.ts'
import { email, phoneNumber, Fault, type Parse } from '#/app/settings/variable.ts'
import { command, print, remark, type OutputFlags } from '#/main/terminal/command-output.ts'
import { asOperator } from '#/main/operator-session.ts'
import { terminal } from '#/main/terminal/terminal.ts'

type Flags = OutputFlags & { readonly sms?: string; readonly email?: string; readonly wait: number }

/** `tijdig send-test`: follows one message to its receipt, and says which step is missing. Exit code 1 when one is. */
export function sendTestCommand(): Command {
  return command('send-test', 'send yourself a message, and see which step is missing')
    .option('--sms <number>', 'a number of your own, such as +31612345678', (value) => parsed(phoneNumber, value))
    .option('--email <address>', 'an address of your own', (value) => parsed(email, value))
    .option('--wait <seconds>', 'how long to wait for the receipt', parseSeconds, 60)
    .action(async (flags: Flags) => {
      const destination = destinationOf(flags)
      remark(flags, 'Sending, and waiting for news of it.')
      const steps = await asOperator(({ pool, settings }) => sendTest(pool, settings, destination, flags.wait * 1_000))
      const isComplete = steps.every((step) => step.isDone)
      print(flags, { isComplete, steps }, () =>
        [
          ...steps.map(
            ({ step, isDone, finding }) => `${isDone ? 'ok     ' : 'missing'}  ${step.padEnd(18)}  ${finding}`,
          ),
          ...(destination.channel === 'email' && isComplete
            ? ['', 'Mail has no receipt: look whether it is in your mailbox.']
            : []),
        ].join('\n'),
      )
      if (!isComplete) terminal().exitCode = 1
    })
}

function destinationOf({ sms, email: address }: Flags): TestDestination {
  if (sms !== undefined && address === undefined) return { channel: 'sms', to: sms }
  if (address !== undefined && sms === undefined) return { channel: 'email', to: address }
  throw new OperatorError('Say where to: --sms with a number of your own, or --email with an address of your own.')
}

function parsed(parse: Parse<string>, value: string): string {
  const read = parse(value, true)
  if (read instanceof Fault) throw new InvalidArgumentError(`It ${read.says}.`)
  return read
}

function parseSeconds(value: string): number {
  if (!/^\d{1,4}$/.test(value)) throw new InvalidArgumentError('It is a whole number of seconds.')
  return Number(value)
}
