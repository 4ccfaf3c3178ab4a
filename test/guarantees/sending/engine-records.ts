import type { Departure } from '#/slices/reminders/sending/dispatch-decision.ts'
import type { Settlement } from '#/slices/reminders/sending/settle.ts'

type Claimed = { readonly id: string; readonly claimNo: number }

/** What the engine writes of a claimed row whose text message goes now. */
export function departing({ id, claimNo }: Claimed, turn: number): Departure {
  return {
    id,
    claimNo,
    channel: 'sms',
    fallbackChannel: 'email',
    attempts: 1,
    channelTries: 1,
    locale: 'nl',
    templateVersion: 'nl-1',
    segments: 1,
    encoding: 'gsm7',
    destinationMasked: '+31*******01',
    toldStartsAt: Temporal.Now.instant().add({ hours: 24 }),
    messageReference: crypto.randomUUID(),
    provider: 'twilio',
    destination: '+31612345601',
    destinationKey: '00'.repeat(32),
    sender: 'Praktijk',
    body: 'Herinnering: afspraak bij Praktijk op donderdag 3 december om 14:30.',
    isLocaleFallback: false,
    turn,
  }
}

/** What it writes when the provider took it. */
export function taken({ id, claimNo }: Claimed): Settlement {
  return {
    id,
    claimNo,
    attemptNo: 1,
    attemptState: 'sent',
    state: 'sent',
    channel: 'sms',
    fallbackChannel: 'email',
    providerMessageId: `SM${id}`,
    providerCode: null,
  }
}
