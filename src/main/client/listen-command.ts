import type { Command } from 'commander'
import { followFeed, type FeedEvent } from '#/app/client/events/feed.ts'
import { secretOf, type Forwarded } from '#/app/client/events/forward.ts'
import { readTypes, toldOf } from '#/app/client/events/told.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { safeJson } from '#/main/terminal/command-output.ts'
import {
  complain,
  forwarder,
  forwardOption,
  keyCommand,
  neededKey,
  openApi,
  patience,
  say,
  sinceOption,
  typesOption,
  type KeyFlags,
} from './key-options.ts'
import { untilInterrupted } from './until-interrupted.ts'

type Flags = KeyFlags & {
  readonly forwardTo?: string
  readonly printSecret?: true
  readonly types?: readonly string[]
  readonly since?: number
}

/** `tijdig listen`: tells a receiver on this machine of events, signed as an endpoint is. */
export function listenCommand(): Command {
  return keyCommand(
    'listen',
    'send events to a receiver on your machine, as they happen',
    'one JSON object a line for each event',
  )
    .addOption(forwardOption())
    .addOption(typesOption())
    .addOption(sinceOption())
    .option('--print-secret', 'print the secret of the signatures, alone, and end')
    .action(async (flags: Flags) => {
      if (flags.printSecret) return say(secretOf(neededKey()))
      await untilInterrupted((signal) => listen(flags, signal))
    })
}

async function listen(flags: Flags, signal: AbortSignal): Promise<void> {
  const { forwardTo: url, types = null, since = null } = flags
  if (url === undefined) throw new OperatorError('Say where they go: --forward-to URL of a receiver.')
  const send = forwarder(url)
  const api = await openApi('webhooks:read', flags, patience.follow, signal)
  complain(`Secret of the signatures, the same whenever this key listens: ${secretOf(neededKey())}`)
  let last: number | null = null
  const told = {
    ready(after: number) {
      last = after
      complain(`Events go to ${url}, until Ctrl-C.`)
    },
    missed,
  }
  try {
    // One after another, so that a receiver under construction gets them in their order.
    for await (const entry of followFeed(api, { since, types: readTypes(types), ...told })) {
      for await (const event of toldOf(api, entry, types)) {
        const forwarded = await send(event, signal)
        say(flags.json ? asJson(event, forwarded) : forwardedLine(event, forwarded))
      }
      last = entry.sequence
    }
  } finally {
    if (last !== null) complain(`Ended behind event ${last}: --since ${last} goes on there.`)
  }
}

/** Said of events that the feed has no more. */
export function missed(count: number): void {
  complain(`${count} events are no longer kept: read what you missed from the appointments.`)
}

/** What became of one event, on a line. */
export function forwardedLine(
  { sequence, type, subject }: FeedEvent,
  { status, problem, durationMs }: Forwarded,
): string {
  const at = Temporal.Now.plainTimeISO().toString({ smallestUnit: 'second' })
  const became = `${status ?? '---'} ${String(durationMs).padStart(6)} ms`
  const why = problem === null ? '' : `  ${problem}`
  return `${at} ${String(sequence).padStart(7)}  ${type.padEnd(28)} ${(subject.id ?? '-').padEnd(36)}  ${became}${why}`
}

function asJson({ id, sequence, type, subject }: FeedEvent, forwarded: Forwarded): string {
  return safeJson({ at: Temporal.Now.instant().toString(), id, sequence, type, subjectId: subject.id, ...forwarded })
}
