import { Argument, Command } from 'commander'
import { clearHolderNetworks } from '#/app/operator/holders/networks.ts'
import {
  activateHolder,
  addHolder,
  listHolders,
  readHolder,
  showHolder,
  suspendHolder,
} from '#/app/operator/holders/holder.ts'
import { command, facts, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { askingCommand, confirm, type AskingFlags } from '#/main/terminal/confirm.ts'
import { parseHolderId } from '#/main/holder-option.ts'
import { asOperator } from '#/main/operator-session.ts'

/** `tijdig holder`: the organizations that hand in appointments. */
export function holderCommand(): Command {
  const id = () => new Argument('<id>', 'platform holder').argParser(parseHolderId)
  return new Command('holder')
    .description('platform holders: create, activate, suspend, list, show, networks')
    .addCommand(
      command('create', 'add one as a draft, with the default reminder policy')
        .requiredOption('--name <name>', 'name recipients know it by')
        .option('--locale <locale>', 'its language, such as nl or en', 'nl')
        .option('--timezone <name>', 'its IANA time zone', 'Europe/Amsterdam')
        .option('--test', 'for tests, for good: what it sends goes to its inbox in the portal, and to nobody', false)
        .action(create),
    )
    .addCommand(
      command('activate', 'let it send: plans reminders again that are still ahead').addArgument(id()).action(activate),
    )
    .addCommand(
      askingCommand('suspend', 'refuse its staff and keys, and send nothing').addArgument(id()).action(suspend),
    )
    .addCommand(
      new Command('networks')
        .description('from where an organization lets its staff and keys in')
        .addCommand(
          askingCommand('clear', 'let them in from everywhere, when nobody of them can any more')
            .addArgument(id())
            .action(clearNetworks),
        ),
    )
    .addCommand(command('list', 'show all').action(list))
    .addCommand(command('show', 'show one, with what is ahead of it and what waits').addArgument(id()).action(show))
}

type CreateFlags = OutputFlags & {
  readonly name: string
  readonly locale: string
  readonly timezone: string
  readonly test: boolean
}

async function create(flags: CreateFlags): Promise<void> {
  const { name: displayName, locale, timezone, test: isTest } = flags
  const holder = await asOperator(({ pool, settings }) =>
    addHolder(pool, { displayName, locale, timezone, smsSender: settings.sms.sender, isTest }),
  )
  print(
    flags,
    holder,
    () => `${holder.displayName} is created as a draft${holder.isTest ? ' of a test organization: what it sends goes to its inbox' : ''}.

  ${holder.id}

Next: tijdig staff invite EMAIL --holder ${holder.id}
      tijdig holder activate ${holder.id}`,
  )
}

async function activate(id: string, flags: OutputFlags): Promise<void> {
  const change = await asOperator(({ pool }) => activateHolder(pool, id))
  print(flags, change, () =>
    change.isChanged
      ? `${change.displayName} is active. Reminders planned again: ${change.plannedAgain}.`
      : `${change.displayName} was active already.`,
  )
}

async function suspend(id: string, flags: AskingFlags): Promise<void> {
  const change = await asOperator(async ({ pool }) => {
    const { displayName } = await readHolder(pool, id)
    await confirm(flags, `This refuses the staff and keys of ${displayName}, and sends none of its reminders.`)
    return suspendHolder(pool, id)
  })
  print(flags, change, () =>
    change.isChanged
      ? `${change.displayName} is suspended. Reminders that fall due end as suppressed: tenant_inactive.`
      : `${change.displayName} was suspended already.`,
  )
}

async function clearNetworks(id: string, flags: AskingFlags): Promise<void> {
  const change = await asOperator(async ({ pool }) => {
    const { displayName } = await readHolder(pool, id)
    await confirm(flags, `This lets the staff and keys of ${displayName} in from everywhere.`)
    return clearHolderNetworks(pool, id)
  })
  print(flags, change, () =>
    change.isChanged
      ? `Staff and keys of ${change.displayName} are let in from everywhere.`
      : `${change.displayName} let them in from everywhere already.`,
  )
}

async function list(flags: OutputFlags): Promise<void> {
  const holders = await asOperator(({ pool }) => listHolders(pool))
  print(flags, { holders }, () =>
    holders.length === 0
      ? 'There are no platform holders: `tijdig holder create --name NAME` adds one.'
      : table(
          ['id', 'name', 'status', 'test', 'locale', 'time zone', 'active from'],
          holders.map((holder) => [
            holder.id,
            holder.displayName,
            holder.status,
            holder.isTest ? 'test' : '',
            holder.locale,
            holder.timezone,
            holder.activeFrom,
          ]),
        ),
  )
}

async function show(id: string, flags: OutputFlags): Promise<void> {
  const holder = await asOperator(({ pool }) => showHolder(pool, id))
  print(flags, holder, () =>
    facts([
      ['id', holder.id],
      ['name', holder.displayName],
      ['status', holder.status],
      ['sends to', holder.isTest ? 'its inbox alone: a test organization' : 'people'],
      ['locale', holder.locale],
      ['time zone', holder.timezone],
      ['active from', holder.activeFrom],
      ['staff who may sign in', holder.activeStaff],
      ['appointments ahead', holder.appointmentsAhead],
      ['messages planned', holder.planned],
      ['next message due', holder.nextDueAt],
      ['held for a person', holder.held],
      ['last hand-over', holder.lastHandedOverAt],
    ]),
  )
}
