import { Command } from 'commander'
import { explainMessages, type ExplainedMessage } from '#/app/operator/holders/why.ts'
import { command, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { asOperator } from '#/main/operator-session.ts'

/** `tijdig reminder`: what became of messages. */
export function reminderCommand(): Command {
  return new Command('reminder')
    .description('messages about one appointment: why')
    .addCommand(
      command('why', 'say of each where it stands, and why it was not sent or did not arrive')
        .argument(
          '<id>',
          'of the appointment, as we or its own system have it; of a message; or a provider’s reference',
        )
        .action(why),
    )
}

async function why(id: string, flags: OutputFlags): Promise<void> {
  const messages = await asOperator(({ pool }) => explainMessages(pool, id))
  print(flags, { messages }, () =>
    [...Map.groupBy(messages, ({ appointmentId }) => appointmentId).values()].map(inWords).join('\n\n'),
  )
}

/** The messages of one appointment. */
function inWords(messages: readonly ExplainedMessage[]): string {
  const [first] = messages
  const lines = messages.map((one) => [
    one.dueAt,
    `${one.kind} ${one.offsetKey}`,
    one.channel,
    one.state,
    one.reasonCode,
    one.attempts,
    one.handedOverAt,
    one.provider && `${one.provider} ${one.providerCode ?? ''}`.trim(),
  ])
  const reasons = new Map(messages.flatMap((one) => (one.reasonCode ? [[one.reasonCode, one.meaning]] : [])))
  return [
    `Appointment ${first?.appointmentId} (${first?.externalAppointmentId ?? 'no external id'}) of ${first?.holderName}, at ${first?.startsAt}`,
    table(['due', 'message', 'by', 'state', 'reason', 'tries', 'handed over', 'provider'], lines),
    ...[...reasons].map(([code, meaning]) => `${code}: ${meaning}.`),
  ].join('\n')
}
