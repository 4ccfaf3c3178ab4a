import { Command, InvalidArgumentError, Option } from 'commander'
import { importSuggestions } from '#/app/operator/recipients/suggestion.ts'
import { isId } from '#/kernel/ids.ts'
import { command, print, type OutputFlags } from '#/main/terminal/command-output.ts'
import { holderOption } from '#/main/holder-option.ts'
import { asOperator } from '#/main/operator-session.ts'

type Flags = OutputFlags & { readonly recipient: string; readonly holder: string; readonly timezone?: string }

/** `tijdig suggestion`: times a platform holder proposes to a recipient. */
export function suggestionCommand(): Command {
  return new Command('suggestion')
    .description('times proposed to recipients: import')
    .addCommand(
      command('import', 'propose the events of a calendar file to one recipient, as follow-ups')
        .argument('<file>', 'iCalendar file (.ics)')
        .addOption(
          new Option('--recipient <id>', 'who they are proposed to').argParser(parseRecipientId).makeOptionMandatory(),
        )
        .addOption(holderOption('the platform holder who proposes them').makeOptionMandatory())
        .option('--timezone <name>', 'IANA zone of times that name none')
        .action(run),
    )
}

function parseRecipientId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It is the id of a recipient.')
  return text
}

async function run(file: string, flags: Flags): Promise<void> {
  const imported = await asOperator(({ pool }) =>
    importSuggestions(pool, {
      file,
      recipientId: flags.recipient,
      platformHolderId: flags.holder,
      timezone: flags.timezone ?? null,
    }),
  )
  print(flags, imported, () =>
    [
      `${imported.added.length} proposed, ${imported.known} known already, ${imported.rejected.length} rejected.`,
      ...imported.rejected.map(({ line, reason }) => `line ${line}: ${reason}`),
    ].join('\n'),
  )
}
