import { Command, Option } from 'commander'
import { readSecret } from '#/app/starting/database.ts'
import { addStaff, endStaff, listStaff, staffRoleNames, unlockStaff } from '#/app/operator/holders/staff.ts'
import { deriveKeys } from '#/kernel/secrets/derived-keys.ts'
import { readHolder } from '#/app/operator/holders/holder.ts'
import { command, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { askingCommand, confirm, type AskingFlags } from '#/main/terminal/confirm.ts'
import { holderOption } from '#/main/holder-option.ts'
import type { StaffRole } from '#/kernel/context.ts'
import { asOperator } from '#/main/operator-session.ts'

type Flags = OutputFlags & { readonly holder: string }

/** `tijdig staff`: who may sign in for a platform holder. */
export function staffCommand(): Command {
  const holder = () => holderOption('platform holder').makeOptionMandatory()
  return new Command('staff')
    .description('members of staff: list, invite, deactivate, unlock')
    .addCommand(command('list', 'show who may sign in, and who no longer may').addOption(holder()).action(list))
    .addCommand(
      command('invite', 'let an e-mail address sign in for a platform holder, and write to it')
        .argument('<email>', 'address that sign-in codes go to')
        .addOption(holder())
        .addOption(
          new Option(
            '--role <role>',
            'what they may do; without it what they might before, and somebody new everything',
          )
            .choices(staffRoleNames)
            .default(null, 'owner'),
        )
        .option('--no-mail', 'do not write to it')
        .action(invite),
    )
    .addCommand(
      askingCommand(
        'deactivate',
        'end that, and its sessions and API keys for good, or an invitation that was not answered',
      )
        .argument('<email>', 'address of the member of staff')
        .addOption(holder())
        .action(deactivate),
    )
    .addCommand(
      command('unlock', 'let an address ask for a code at once, of six digits again after too many wrong ones')
        .argument('<email>', 'address of the member of staff')
        .action(unlock),
    )
}

async function list(flags: Flags): Promise<void> {
  const staff = await asOperator(({ pool }) => listStaff(pool, flags.holder))
  print(flags, { staff }, () =>
    staff.length === 0
      ? `Nobody may sign in: tijdig staff invite EMAIL --holder ${flags.holder}`
      : table(
          ['id', 'e-mail', 'role', 'status', 'since', 'last seen', 'passkeys', 'API keys'],
          staff.map((one) => [
            one.id,
            one.email,
            one.role,
            one.status,
            one.createdAt,
            one.lastSeenAt,
            one.passkeys,
            one.apiKeys,
          ]),
        ),
  )
}

async function invite(
  email: string,
  flags: Flags & { readonly mail: boolean; readonly role: StaffRole | null },
): Promise<void> {
  const { member, baseUrl } = await asOperator(async ({ pool, settings }) => ({
    member: await addStaff(pool, flags.holder, email, { wantsMail: flags.mail, role: flags.role }),
    baseUrl: settings.baseUrl,
  }))
  print(flags, member, () =>
    // Staff of a draft sign in to set it up; those of a suspended one are refused.
    member.holderStatus === 'suspended'
      ? `${member.email} can sign in at ${baseUrl} once the organization is active: tijdig holder activate ${flags.holder}`
      : `${member.email} can sign in at ${baseUrl}, with a code that is mailed then.${member.isMailed ? ' A mail says so.' : ' Nothing is mailed now.'}`,
  )
}

async function deactivate(email: string, flags: Flags & AskingFlags): Promise<void> {
  const member = await asOperator(async ({ pool }) => {
    const { displayName } = await readHolder(pool, flags.holder)
    await confirm(
      flags,
      `This ends the access of ${email} to ${displayName}, with its sessions and API keys, for good, or the invitation to it.`,
    )
    return endStaff(pool, flags.holder, email)
  })
  print(flags, member, () =>
    member.was === 'invited'
      ? `${member.email} is no longer invited: the link that was sent works no more.`
      : `${member.email} is inactive. Sessions ended: ${member.endedSessions}; API keys revoked: ${member.revokedKeys}; passkeys removed: ${member.endedPasskeys}.`,
  )
}

async function unlock(email: string, flags: OutputFlags): Promise<void> {
  const opened = await asOperator(async ({ pool, settings }) =>
    unlockStaff(pool, deriveKeys(await readSecret(settings)), email),
  )
  print(
    flags,
    opened,
    () =>
      `${opened.email} can ask for a code at once. Wrong codes forgotten: ${opened.wrongCodes}; codes: ${opened.codes}.`,
  )
}
