import { Command } from 'commander'
import { clinicStaff } from '#/app/demo/clinic/add-clinic.ts'
import { clinic } from '#/app/demo/clinic/clinic-data.ts'
import { createDemoKey, describeDemo, listDemoHolders } from '#/app/demo/demo.ts'
import { addDemoClinic, resetDemo } from '#/app/operator/world/demo.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { createLog } from '#/kernel/log.ts'
import { command, print, remark, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { askingCommand, confirm, type AskingFlags } from '#/main/terminal/confirm.ts'
import { holderOption } from '#/main/holder-option.ts'
import { asOperator, asOperatorOutsideProduction, asOwnerOfSchema, type Session } from '#/main/operator-session.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig demo`: the invented organizations a newcomer starts with, everywhere but in production. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('show the demo data, begin anew, or take an API key')
    .addCommand(command('show', 'say how to sign in and who has appointments').action(show))
    .addCommand(
      askingCommand('reset', 'erase everything in the database and begin anew with the demo data and real time').action(
        reset,
      ),
    )
    .addCommand(
      command('clinic', 'add a hospital with two thousand appointments a day to the demo data').action(addHospital),
    )
    .addCommand(
      command('key', 'print a new API key of a demo organization, alone')
        .addOption(holderOption('platform holder (default: the first)'))
        .action(key),
    )
}

async function show(flags: OutputFlags): Promise<void> {
  const demo = await onDemo(({ pool, settings }) => describeDemo(pool, settings))
  print(flags, demo, () => describe(demo))
}

async function reset(flags: AskingFlags): Promise<void> {
  const work = async ({ pool, settings, databaseUrl }: Session) => {
    await confirm(flags, 'This erases every organization, appointment and message in the database.')
    remark(flags, 'Erasing everything and beginning anew: this takes some seconds.')
    const made = await resetDemo({ databaseUrl, settings, log: createLog('warn', terminal().stderr) })
    return { demo: await describeDemo(pool, settings), isMade: made }
  }
  // A database without any schema is made ready first.
  const { demo, isMade } = await asOperatorOutsideProduction(
    'demo data',
    work,
    flags.yes ? asOwnerOfSchema : asOperator,
  )
  const outcome = isMade
    ? 'The database is as on the first day.'
    : 'The database is empty. No worker is running that would send the reminders of the demo: `tijdig serve` adds its data at the next start.'
  print(flags, demo, () => `${outcome}\n\n${describe(demo)}`)
  // Whoever asked for the demo does not have it.
  if (!isMade) terminal().exitCode = 1
}

async function addHospital(flags: OutputFlags): Promise<void> {
  const added = await asOperatorOutsideProduction('demo data', async ({ pool, settings, databaseUrl }) => {
    if ((await listDemoHolders(pool)).length === 0)
      throw new OperatorError(
        'There are no demo data to add it to: `tijdig serve` or `tijdig demo reset --yes` makes them first.',
      )
    const id = await addDemoClinic({ databaseUrl, settings, log: createLog('warn', terminal().stderr) })
    return { id, displayName: clinic.displayName, staff: clinicStaff, baseUrl: settings.baseUrl }
  })
  print(
    flags,
    added,
    () => `${added.displayName}\n  holder id  ${added.id}\n  sign in at ${added.baseUrl}/sign-in as ${added.staff[0]}`,
  )
}

async function key(flags: OutputFlags & { readonly holder?: string }): Promise<void> {
  const created = await onDemo(({ pool }) => createDemoKey(pool, flags.holder ?? null))
  remark(flags, `API key for ${created.platformHolderId}, valid for 365 days:`)
  print(flags, created, () => created.apiKey)
}

function onDemo<T>(work: (session: Session) => Promise<T>): Promise<T> {
  return asOperatorOutsideProduction('demo data', work)
}

function describe({ baseUrl, loginUrl, sandboxUrl, holders }: Awaited<ReturnType<typeof describeDemo>>): string {
  const lines = [`API and sign-in   ${baseUrl}`, `Login server      ${loginUrl}`, `Phone, mailbox    ${sandboxUrl}`]
  for (const holder of holders) {
    lines.push('', holder.displayName, `  holder id  ${holder.id}`)
    lines.push(...holder.staff.map(({ email }) => `  sign in as ${email}`))
    const rows = holder.recipients.map(({ displayName, phoneNumberE164, id, linked }) => [
      displayName,
      phoneNumberE164,
      id,
      linked ? 'yes' : 'no',
    ])
    if (rows.length > 0)
      lines.push(...table(['recipient', 'telephone', 'id', 'linked'], rows).replace(/^/gm, '  ').split('\n'))
  }
  if (holders.length === 0)
    lines.push('', 'There are no organizations yet: `tijdig serve` or `tijdig demo reset --yes` adds the demo data.')
  return lines.join('\n')
}
