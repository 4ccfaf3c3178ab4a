import { Command } from 'commander'
import { findEvent, followFeed, type FeedEvent } from '#/app/client/events/feed.ts'
import { resendTo, type Resent } from '#/app/client/events/resend.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { print, safeJson } from '#/main/terminal/command-output.ts'
import { terminal } from '#/main/terminal/terminal.ts'
import {
  complain,
  forwarder,
  forwardOption,
  keyCommand,
  openApi,
  patience,
  say,
  sinceOption,
  typesOption,
  type KeyFlags,
} from './key-options.ts'
import { forwardedLine, missed } from './listen-command.ts'
import { untilInterrupted } from './until-interrupted.ts'

/** `tijdig events`: what is told to the systems of an organization. */
export function eventsCommand(): Command {
  return new Command('events')
    .description('what is told to your systems: tail, resend')
    .addCommand(
      keyCommand('tail', 'show events as they happen, until Ctrl-C', 'each event whole, as JSON on a line of its own')
        .addOption(typesOption())
        .addOption(sinceOption())
        .action((flags: TailFlags) => untilInterrupted((signal) => tail(flags, signal))),
    )
    .addCommand(
      keyCommand('resend', 'send an event again, under the same id', 'answer in JSON, one object on one line')
        .argument('<event>', 'its id or its sequence')
        .addOption(forwardOption())
        .option('--endpoint <id>', 'only to this webhook endpoint (default: to all that were told of it)')
        .action(resend),
    )
}

type TailFlags = KeyFlags & { readonly types?: readonly string[]; readonly since?: number }

async function tail(flags: TailFlags, signal: AbortSignal): Promise<void> {
  const { types = null, since = null } = flags
  const api = await openApi('webhooks:read', flags, patience.follow, signal)
  const ready = () => complain('Events show here as they happen, until Ctrl-C.')
  for await (const event of followFeed(api, { since, types, missed, ready }))
    say(flags.json ? safeJson(event) : eventLine(event))
}

function eventLine({ timestamp, sequence, type, subject }: FeedEvent): string {
  const at = Temporal.Instant.from(timestamp).toZonedDateTimeISO(Temporal.Now.timeZoneId()).toPlainTime()
  const time = at.toString({ smallestUnit: 'second' })
  return `${time} ${String(sequence).padStart(7)}  ${type.padEnd(28)} ${subject.id ?? '-'}`
}

type ResendFlags = KeyFlags & { readonly forwardTo?: string; readonly endpoint?: string }

async function resend(wanted: string, flags: ResendFlags): Promise<void> {
  const { forwardTo, endpoint } = flags
  if (forwardTo !== undefined && endpoint !== undefined)
    throw new OperatorError('Say either --forward-to URL or --endpoint ID.')
  const api = await openApi(forwardTo === undefined ? 'webhooks:write' : 'webhooks:read', flags, patience.once)
  const event = await findEvent(api, wanted)
  if (event === null)
    throw new OperatorError(
      `There is no event ${wanted}, or it is older than 30 days: \`tijdig events tail --since 0\` shows those there are.`,
    )
  if (forwardTo === undefined) return told(flags, event, await resendTo(api, event, endpoint ?? null))
  const forwarded = await forwarder(forwardTo)(event)
  print(flags, { id: event.id, sequence: event.sequence, ...forwarded }, () => forwardedLine(event, forwarded))
  if (forwarded.problem !== null) terminal().exitCode = 1
}

function told(flags: ResendFlags, { id, sequence, type }: FeedEvent, endpoints: readonly Resent[]): void {
  if (endpoints.length === 0)
    throw new OperatorError(
      `No webhook endpoint was told of event ${sequence} (${type}): --forward-to URL sends it to a receiver.`,
    )
  const lines = endpoints.map(({ endpointId, url, state }) => {
    const to = `${url} (${endpointId})`
    return state === 'held'
      ? `Event ${sequence} (${type}) waits until ${to} is enabled again: it is paused or disabled.`
      : `Event ${sequence} (${type}) goes again to ${to}.`
  })
  print(flags, { id, sequence, endpoints }, () => lines.join('\n'))
}
