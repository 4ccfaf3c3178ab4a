import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#web/ui/data/status-pill.tsx'
import type { Attempt, Delivery, Webhook } from './webhook-queries.ts'

type State = { readonly tone: Tone; readonly name: MessageDescriptor }

/** How a webhook is, in a word. */
export function webhookState({ status, health }: Webhook): State {
  if (status === 'paused') return { tone: 'quiet', name: msg`Paused` }
  if (status === 'disabled') return { tone: 'danger', name: msg`Switched off` }
  if (health.failingSince !== null) return { tone: 'warn', name: msg`Failing` }
  return { tone: 'ok', name: msg`In use` }
}

export const deliveryStates: Readonly<Record<Delivery['state'], State>> = {
  due: { tone: 'waiting', name: msg`Waiting` },
  held: { tone: 'quiet', name: msg`Paused` },
  delivered: { tone: 'ok', name: msg`Delivered` },
  failed: { tone: 'danger', name: msg`Failed` },
}

/** Why a call was no success. */
export const attemptErrors: Readonly<Record<NonNullable<Attempt['errorCode']>, MessageDescriptor>> = {
  private_address: msg`Its name leads to an address that is not public.`,
  name_not_found: msg`Its name cannot be found.`,
  refused: msg`It does not take the connection.`,
  tls: msg`Its certificate is not trusted.`,
  timeout: msg`It did not answer in time.`,
  connection_lost: msg`The connection broke off.`,
  redirect: msg`It points to another address, which is not followed.`,
  status: msg`Only an answer from 200 to 299 counts as received.`,
}
