import { Argument, Command } from 'commander'
import { approveOnboarding, listOnboardings, returnOnboarding } from '#/app/operator/holders/onboarding.ts'
import { command, print, table, type OutputFlags } from '#/main/terminal/command-output.ts'
import { parseHolderId } from '#/main/holder-option.ts'
import { asOperator } from '#/main/operator-session.ts'

/** `tijdig onboarding`: organizations that handed in their onboarding and wait to become active. */
export function onboardingCommand(): Command {
  const id = () => new Argument('<id>', 'platform holder').argParser(parseHolderId)
  return new Command('onboarding')
    .description('onboardings that were handed in: list, approve, return')
    .addCommand(command('list', 'show those that wait for a review, the longest first').action(list))
    .addCommand(command('approve', 'complete it and make the platform holder active').addArgument(id()).action(approve))
    .addCommand(
      command('return', 'give it back to the staff of the platform holder')
        .addArgument(id())
        .requiredOption('--message <text>', 'what they have to do; they read it')
        .action(giveBack),
    )
}

async function list(flags: OutputFlags): Promise<void> {
  const onboardings = await asOperator(({ pool }) => listOnboardings(pool))
  print(flags, { onboardings }, () =>
    onboardings.length === 0
      ? 'No onboarding waits for a review.'
      : table(
          ['holder', 'name', 'status', 'handed in'],
          onboardings.map((row) => [row.platformHolderId, row.displayName, row.holderStatus, row.submittedAt]),
        ),
  )
}

async function approve(id: string, flags: OutputFlags): Promise<void> {
  const approval = await asOperator(({ pool }) => approveOnboarding(pool, id))
  print(flags, approval, () =>
    approval.isActivated
      ? `The onboarding of ${approval.displayName} is completed, and it is active.`
      : `The onboarding of ${approval.displayName} is completed; it was active already.`,
  )
}

async function giveBack(id: string, flags: OutputFlags & { readonly message: string }): Promise<void> {
  const returned = await asOperator(({ pool }) => returnOnboarding(pool, id, flags.message))
  print(flags, returned, () => `The onboarding of ${returned.displayName} is returned to its staff.`)
}
