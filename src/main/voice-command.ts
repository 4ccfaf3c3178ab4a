import { Command } from 'commander'
import { setUpVoice, type VoiceReport } from '#/app/operator/voice.ts'
import { command, print, type OutputFlags } from './command-output.ts'
import { asOperator } from './operator-session.ts'

/** `tijdig voice`: the agent that staff speak with. */
export function voiceCommand(): Command {
  return new Command('voice')
    .description('the agent that staff speak with: set up, talk')
    .addCommand(
      command('setup', 'say how the agent and its two tools at ElevenLabs differ from how they must be')
        .option('--yes', 'make and change them')
        .action(setup),
    )
}

async function setup(flags: OutputFlags & { readonly yes?: true }): Promise<void> {
  const report = await asOperator(({ settings }) => setUpVoice(settings, flags.yes === true))
  const isSetUp = isAsItMustBe(report)
  print(flags, { isSetUp, ...report }, () => inWords(report, flags.yes === true))
  if (flags.yes && !isSetUp) process.exitCode = 1
}

function isAsItMustBe({ changes, byHand }: VoiceReport): boolean {
  return changes.length === 0 && byHand.length === 0
}

function inWords(report: VoiceReport, isApplied: boolean): string {
  const { origin, changes, byHand, agentId, agentVersion } = report
  const lines = [`Workspace at ${origin}`]
  if (changes.length > 0) lines.push('', isApplied ? 'Stored otherwise than asked:' : 'To be changed:')
  for (const { what, id, differences } of changes) {
    lines.push(`  ${what}${id === null ? ', which is made' : ` (${id})`}`)
    if (id !== null || isApplied)
      for (const { path, is, mustBe } of differences) lines.push(`    ${path}: ${shown(is)} -> ${shown(mustBe)}`)
  }
  if (byHand.length > 0) lines.push('', 'By hand, in the console of ElevenLabs:', ...byHand.map((line) => `  ${line}`))
  if (changes.length > 0 && !isApplied) lines.push('', 'Nothing was changed: `tijdig voice setup --yes` does it.')
  if (isAsItMustBe(report))
    lines.push(
      '',
      'Agent and tools are as they must be. To be pinned:',
      `TIJDIG_ELEVENLABS_AGENT_ID=${agentId}`,
      `TIJDIG_ELEVENLABS_AGENT_VERSION=${agentVersion}`,
    )
  return lines.join('\n')
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
