import { Command, Option } from 'commander'
import { createInterface } from 'node:readline/promises'
import { describeDemo } from '#/app/demo/demo.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { setUpVoice, type VoiceReport } from '#/app/operator/world/voice.ts'
import { ApiRefusal, signInStaff } from '#/app/client/staff-api.ts'
import { openTalk, type Talk, type TalkProposal } from '#/app/client/talk.ts'
import { command, print, safeText, type OutputFlags } from '#/main/terminal/command-output.ts'
import { asOperator, asOperatorOutsideProduction } from '#/main/operator-session.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig voice`: the agent that staff speak with. */
export function voiceCommand(): Command {
  return new Command('voice')
    .description('the agent that staff speak with: set up, talk')
    .addCommand(
      command('setup', 'say how the agent and its two tools at ElevenLabs differ from how they must be')
        .option('--yes', 'make and change them')
        .action(setup),
    )
    .addCommand(
      new Command('talk')
        .description('type to the agent as a member of staff of the demo, while `npm start` runs (not in production)')
        .option('--staff <email>', 'who speaks (default: the first of the demo)')
        .addOption(new Option('--locale <locale>', 'language the agent begins in').choices(['nl', 'en']).default('nl'))
        .action(talk),
    )
}

async function setup(flags: OutputFlags & { readonly yes?: true }): Promise<void> {
  const report = await asOperator(({ settings }) => setUpVoice(settings, flags.yes === true))
  const isSetUp = isAsItMustBe(report)
  print(flags, { isSetUp, ...report }, () => inWords(report, flags.yes === true))
  if (flags.yes && !isSetUp) terminal().exitCode = 1
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

type TalkFlags = { readonly staff?: string; readonly locale: 'nl' | 'en' }

async function talk(flags: TalkFlags): Promise<void> {
  const demo = await asOperatorOutsideProduction('demo data', ({ pool, settings }) => describeDemo(pool, settings))
  const email = flags.staff ?? demo.holders[0]?.staff[0]?.email
  if (!email) throw new OperatorError('There is nobody who could sign in: `tijdig demo show` says who is there.')
  const api = await signInStaff({ ...demo, email })
  try {
    const conversation = await openTalk(api, flags.locale, 'Europe/Amsterdam')
    say(`${email} speaks with the agent. Type a sentence, /confirm to confirm what is proposed, /end to end.`)
    await converse(conversation)
    await conversation.end()
  } finally {
    await api.signOut()
  }
}

/** Talks line by line, until the input ends or `/end`. `/confirm` is for the API and never reaches the agent. */
async function converse(conversation: Talk): Promise<void> {
  const { stdin, stdout } = terminal()
  const lines = createInterface({ input: stdin })
  const told = new Set<string>()
  const prompt = () => stdin.isTTY && stdout.write('> ')
  prompt()
  for await (const typed of lines) {
    const line = typed.trim()
    if (line === '/end') break
    if (line === '/confirm') await confirmAll(conversation)
    else if (line !== '') say(await conversation.say(line))
    for (const id of conversation.openProposals().filter((id) => !told.has(id))) {
      told.add(id)
      say(`\n${described(await conversation.readProposal(id))}\n  /confirm does it.\n`)
    }
    prompt()
  }
  lines.close()
}

async function confirmAll(conversation: Talk): Promise<void> {
  const open = conversation.openProposals()
  if (open.length === 0) say('Nothing is proposed.')
  for (const id of open) {
    say(await conversation.confirm(id).then(outcomeOf, refusalOf))
  }
}

function outcomeOf({ operationId, status, errorCode, mayHaveApplied }: TalkProposal): string {
  const why = errorCode === null ? '' : ` (${errorCode})`
  return `${operationId}: ${status}${why}${mayHaveApplied ? '; it may have been applied, so look first' : ''}`
}

function refusalOf(error: unknown): string {
  if (error instanceof ApiRefusal) return error.message
  throw error
}

function described({ operationId, about, changes }: TalkProposal): string {
  return [
    `  Proposed: ${operationId}`,
    ...about.map(({ path, value }) => `    ${path}: ${shown(value)}`),
    ...changes.map(({ path, before, after }) => `    ${path}: ${shown(before)} -> ${shown(after)}`),
  ].join('\n')
}

function say(text: string): void {
  terminal().stdout.write(`${safeText(text)}\n`)
}
