import { Command, Option } from 'commander'
import { followCalls, type LoggedCall } from '#/app/client/logs/follow-calls.ts'
import { safeJson } from '#/main/terminal/command-output.ts'
import { complain, keyCommand, openApi, patience, say, type KeyFlags } from './key-options.ts'
import { untilInterrupted } from './until-interrupted.ts'

type Flags = KeyFlags & { readonly status?: '2xx' | '4xx' | '5xx' }

/** `tijdig logs`: what became of the calls of an organization's keys. */
export function logsCommand(): Command {
  return new Command('logs').description('calls of the API keys and what went wrong with them: tail').addCommand(
    keyCommand(
      'tail',
      'show the newest calls and those to come, until Ctrl-C',
      'each call as JSON on a line of its own',
    )
      .addOption(new Option('--status <class>', 'only calls answered so').choices(['2xx', '4xx', '5xx']))
      .action((flags: Flags) => untilInterrupted((signal) => tail(flags, signal))),
  )
}

async function tail(flags: Flags, signal: AbortSignal): Promise<void> {
  const api = await openApi('access:read', flags, patience.follow, signal)
  const { status = null } = flags
  complain('Calls show here as they are answered, until Ctrl-C.')
  for await (const call of followCalls(api, { status, signal, everyMs: 2_000 }))
    say(flags.json ? safeJson(call) : callLine(call))
}

/** A call on a line; what was wrong with which field on lines below it. */
function callLine(call: LoggedCall): string {
  const { answeredAt, status, durationMs, method, path, errorCode, requestId, details } = call
  const at = Temporal.Instant.from(answeredAt).toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainTime()
  // The organization is that of the key, in all of them.
  const shown = path.replace(/^\/api\/v1(\/platform-holders\/[^/]+)?/, '')
  const line = `${at.toString({ smallestUnit: 'second' })} ${status} ${String(durationMs).padStart(5)} ms  ${method} ${shown}`
  if (errorCode === null) return line
  const faults = details.map(({ path: field, code }) => `             ${field}: ${code}`)
  return [`${line}  ${errorCode}  ${requestId}`, ...faults].join('\n')
}
