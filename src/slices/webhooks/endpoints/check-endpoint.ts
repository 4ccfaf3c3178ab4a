import { Type } from 'typebox'
import type { Services } from '#/kernel/context.ts'
import { invalid, type Fault } from '#/kernel/errors.ts'
import { Identifier, nullable } from '#/kernel/schema.ts'
import type { EventContract, EventType } from '#/slices/events/events.ts'
import { addressFault, type AddressFault } from '#/slices/webhooks/deliver/networks.ts'

declare module '#/kernel/context.ts' {
  interface Services {
    /** The types of events that endpoints may be told. */
    readonly eventTypes: readonly EventType[]
  }
}

/** What staff write of an endpoint. */
export const writableEndpoint = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    pattern: '^[^\\s\\p{C}]+$',
    description:
      'Address that is called: https, a public name, no IP address, no user or password. Redirects are not followed.',
    examples: ['https://example.com/tijdig'],
  }),
  description: Type.String({
    maxLength: 200,
    pattern: '^[^\\p{Cc}]*$',
    description: 'What it is for.',
    examples: ['Practice system'],
  }),
  eventTypes: nullable(
    Type.Array(Type.String({ maxLength: 80, pattern: '^[a-z_.]+$' }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        'Types that it is told; null: all, those of later versions too, except what is told on request (`webhook_endpoint.resent`).',
      examples: [['appointment.confirmed', 'appointment.cancelled']],
    }),
  ),
  locationIds: nullable(
    Type.Array(Identifier, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Only what is about these locations, or about none; null: every location.',
      examples: [['main']],
    }),
  ),
  maxInFlight: Type.Integer({
    minimum: 1,
    maximum: 20,
    description: 'How many calls are made at once at most; 10 by default.',
    examples: [10],
  }),
}

/**
 * An address as it is stored. Whether its name is a public one is found out at each call, because that may change.
 *
 * @throws AppError VALIDATION_FAILED
 */
export function checkedUrl(text: string, { webhookNetworks }: Services): string {
  const fault = addressFault(text, webhookNetworks)
  if (fault !== null) throw invalid({ path: 'url', ...faults[fault] })
  const url = new URL(text)
  // What stands behind # is never sent.
  url.hash = ''
  return url.href
}

const faults: Readonly<Record<AddressFault, Pick<Fault, 'code' | 'message'>>> = {
  malformed: { code: 'invalid_format', message: 'This is no web address.' },
  not_https: { code: 'not_allowed', message: 'It must begin with https://.' },
  user_info: { code: 'not_allowed', message: 'It must have no user and no password.' },
  ip_literal: { code: 'not_allowed', message: 'It must have a name, not an IP address.' },
}

/** @throws AppError VALIDATION_FAILED which names each type that does not exist */
export function checkEventTypes(types: readonly string[] | null, services: Services): void {
  const unknown = (types ?? []).flatMap((type, index) =>
    findEventType(type, services) ? [] : [{ path: `eventTypes.${index}`, ...noSuchType }],
  )
  if (unknown.length > 0) throw invalid(...unknown)
}

/** @throws AppError VALIDATION_FAILED */
export function getEventType(type: string, services: Services): EventContract {
  const found = findEventType(type, services)
  if (!found) throw invalid({ path: 'type', ...noSuchType })
  return found
}

function findEventType(type: string, { eventTypes }: Services): EventContract | undefined {
  return eventTypes.find(({ contract }) => contract.type === type)?.contract
}

const noSuchType = { code: 'not_allowed', message: 'There is no such type of event.' } as const
