import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { readSecret } from '#/app/starting/database.ts'
import {
  completeDeletion,
  getDeletion,
  liftDeletion,
  listDeletions,
  reapplyDeletions,
  rejectDeletion,
  retainedCategories,
  sharedContactChoices,
  startDeletion,
  type ListedDeletion,
  type RetainedCategory,
  type SharedContactChoice,
} from '#/app/operator/recipients/deletion.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { deriveKeys } from '#/kernel/secrets/derived-keys.ts'
import { isId } from '#/kernel/ids.ts'
import { command, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { askingCommand, confirm, type AskingFlags } from '#/main/terminal/confirm.ts'
import { asOperator } from '#/main/operator-session.ts'
import { readContact } from '#/main/read-contact.ts'

/** `tijdig deletion`: recipients who asked to be erased. */
export function deletionCommand(): Command {
  const request = () => new Argument('<request>', 'the deletion request').argParser(parseId)
  return new Command('deletion')
    .description('requests to be erased: list, decide, carry out again')
    .addCommand(
      command('list', 'show open requests, the most urgent first').option('--all', 'also decided ones').action(list),
    )
    .addCommand(command('start', 'take a request on').addArgument(request()).action(start))
    .addCommand(
      askingCommand('complete', 'send the last notice and erase the person; this cannot be undone')
        .addArgument(request())
        .option(
          '--message <text>',
          'what the person is told, at most 500 characters; not about a letter',
          parseMessage,
          '',
        )
        .addOption(
          new Option('--retained <category>', 'what has to be kept; may be repeated')
            .choices(retainedCategories)
            .argParser(collect),
        )
        .addOption(
          new Option(
            '--shared-contacts <choice>',
            'a number or address other people have too: stop all messages to it, or keep it for them',
          ).choices(sharedContactChoices),
        )
        .action(complete),
    )
    .addCommand(
      command('reject', 'end a request without erasing')
        .addArgument(request())
        .requiredOption('--message <text>', 'why, for the person to read', parseMessage)
        .action(reject),
    )
    .addCommand(command('reapply', 'after restoring a backup: erase again whom the journal names').action(reapply))
    .addCommand(
      command('lift', 'somebody erased came back: let messages go to the number or address read from standard input')
        .requiredOption('--reason <text>', 'why, for the audit trail; without personal data', parseMessage)
        .action(lift),
    )
}

async function list(flags: OutputFlags & { readonly all?: true }): Promise<void> {
  const requests = await asOperator(({ pool }) => listDeletions(pool, flags.all ?? false))
  print(flags, { requests }, () =>
    requests.length === 0
      ? 'Nobody asked to be erased.'
      : table(
          ['request', 'recipient', 'letter to', 'name', 'status', 'due'],
          requests.map((one) => [
            one.deletionRequestId,
            one.recipientId,
            one.platformHolderId,
            one.displayName,
            statusOf(one),
            one.dueAt,
          ]),
        ),
  )
}

async function start(id: string, flags: OutputFlags): Promise<void> {
  const request = await asOperator(async ({ pool, settings }) =>
    startDeletion(pool, deriveKeys(await readSecret(settings)), id),
  )
  print(flags, request, () =>
    [
      `Taken on. It must be decided before ${request.dueAt}.`,
      ...(request.othersWithContact > 0
        ? [
            `Other people have a number or address of this person (entries of holders: ${request.othersWithContact}): completing asks for --shared-contacts.`,
          ]
        : []),
    ].join('\n'),
  )
}

type CompleteFlags = AskingFlags & {
  readonly message: string
  readonly retained?: readonly RetainedCategory[]
  readonly sharedContacts?: SharedContactChoice
}

async function complete(id: string, flags: CompleteFlags): Promise<void> {
  const { message, retained = [], sharedContacts = null } = flags
  const request = await asOperator(async ({ pool, settings }) => {
    const { displayName, recipientId } = await getDeletion(pool, id)
    const where = recipientId === null ? 'at the organization that got the letter' : 'at every organization'
    await confirm(flags, `This erases ${displayName} ${where}, for good.`)
    return completeDeletion(pool, deriveKeys(await readSecret(settings)), id, { message, retained, sharedContacts })
  })
  print(flags, request, () =>
    request.recipientId === null
      ? 'The worker erases this at the organization that got the letter. It answers the letter itself.'
      : 'The worker sends the last notice and then erases.',
  )
}

async function reject(id: string, flags: OutputFlags & { readonly message: string }): Promise<void> {
  const request = await asOperator(({ pool }) => rejectDeletion(pool, id, flags.message))
  print(flags, request, () =>
    request.recipientId === null
      ? 'Rejected. The organization that got the letter reads why.'
      : 'Rejected. The person reads why.',
  )
}

async function reapply(flags: OutputFlags): Promise<void> {
  const erased = await asOperator(async ({ pool: operator, databaseUrl, settings }) => {
    const login = openPool({
      databaseUrl: settings.loginDatabaseUrl ?? databaseUrl,
      role: 'tijdig_login',
      size: 1,
      onIdleError: () => undefined,
    })
    try {
      return await reapplyDeletions({ operator, login }, settings.erasureJournal)
    } finally {
      await login.end()
    }
  })
  print(flags, { erased }, () => `People erased again: ${erased}.`)
}

async function lift(flags: OutputFlags & { readonly reason: string }): Promise<void> {
  const { reason } = flags
  if (reason.trim() === '') throw new OperatorError('Say why: --reason TEXT.')
  const address = await readContact()
  const lifted = await asOperator(async ({ pool, settings }) =>
    liftDeletion(pool, deriveKeys(await readSecret(settings)), { address, reason }),
  )
  print(
    flags,
    lifted,
    () => `Reminders planned from now on go to it. Entries of holders that are open again: ${lifted.entries}.`,
  )
}

function statusOf({ status, isBeingErased }: ListedDeletion): string {
  return isBeingErased ? 'being erased' : status
}

function parseId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It is an id, as `tijdig deletion list` shows it.')
  return text
}

function parseMessage(text: string): string {
  if ([...text].length > 500) throw new InvalidArgumentError('At most 500 characters.')
  return text
}

function collect(category: string, earlier: readonly string[] = []): string[] {
  if (!(retainedCategories as readonly string[]).includes(category))
    throw new InvalidArgumentError(`choose from ${retainedCategories.join(', ')}`)
  return [...new Set([...earlier, category])]
}
