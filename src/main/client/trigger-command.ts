import { Argument, type Command } from 'commander'
import { Type } from 'typebox'
import { checkTypes, exampleOf } from '#/app/client/events/example.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { print } from '#/main/terminal/command-output.ts'
import { terminal } from '#/main/terminal/terminal.ts'
import { forwarder, forwardOption, keyCommand, openApi, patience, type KeyFlags } from './key-options.ts'

type Flags = KeyFlags & { readonly forwardTo?: string; readonly endpoint?: string }

/** What became of an example, wherever it went. */
type Outcome = {
  readonly type: string
  readonly status: number | null
  readonly problem: string | null
  readonly durationMs: number
}

/** `tijdig trigger`: an example of a type of event, sent once. */
export function triggerCommand(): Command {
  return keyCommand(
    'trigger',
    'send an example of a type of event to a receiver',
    'answer in JSON, one object on one line',
  )
    .addArgument(new Argument('<type>', 'such as appointment.confirmed'))
    .addOption(forwardOption())
    .option('--endpoint <id>', 'instead: let the service call this webhook endpoint')
    .addHelpText('after', 'Exit codes: 0 it was answered with 2xx, 1 it was not.')
    .action(async (type: string, flags: Flags) => {
      const outcome = await trigger(type, flags)
      print(flags, outcome, () => inWords(outcome))
      if (outcome.problem !== null) terminal().exitCode = 1
    })
}

async function trigger(type: string, flags: Flags): Promise<Outcome> {
  const { forwardTo, endpoint } = flags
  if ((forwardTo === undefined) === (endpoint === undefined))
    throw new OperatorError('Say where it goes: --forward-to URL, or --endpoint ID of a webhook endpoint.')
  if (forwardTo === undefined) return callEndpoint(type, String(endpoint), flags)
  const { platformHolderId } = await openApi('webhooks:read', flags, patience.once)
  const message = exampleOf(type, platformHolderId)
  return { type, ...(await forwarder(forwardTo)(message)) }
}

async function callEndpoint(type: string, endpoint: string, flags: Flags): Promise<Outcome> {
  checkTypes([type])
  const api = await openApi('webhooks:write', flags, patience.once)
  const tested = await api.call(Tested, {
    method: 'POST',
    path: `/webhook-endpoints/${encodeURIComponent(endpoint)}/test`,
    body: { type },
  })
  if (tested === null) throw new OperatorError(`There is no webhook endpoint ${endpoint}.`)
  const { status, errorCode, durationMs } = tested.attempt
  return { type, status, problem: errorCode, durationMs }
}

const Tested = Type.Object({
  attempt: Type.Object({
    status: Type.Union([Type.Integer(), Type.Null()]),
    errorCode: Type.Union([Type.String(), Type.Null()]),
    durationMs: Type.Integer(),
  }),
})

function inWords({ type, status, problem, durationMs }: Outcome): string {
  const answer = status === null ? 'was not answered' : `was answered ${status}`
  return `An example of ${type} ${answer} after ${durationMs} ms${problem === null ? '' : `: ${problem}`}.`
}
