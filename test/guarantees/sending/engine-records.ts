import type { Attempt } from '#/slices/reminders/send/prepare/attempt-store.ts'
import type { Claim } from '#/slices/reminders/send/claim/sending.ts'
import type { Outcome } from '#/slices/reminders/send/outcome.ts'

/** The engine's record of a claimed row whose text message is now sent. */
export function attempting({ platformHolderId, id, claimNo }: Claim, messageNo: number): Attempt {
  return {
    platformHolderId,
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
    toldLocationId: 'main',
    toldPlace: 'Lindelaan 1',
    messageReference: crypto.randomUUID(),
    provider: 'twilio',
    destination: '+31612345601',
    destinationKey: '00'.repeat(32),
    sender: 'Praktijk',
    body: 'Herinnering: afspraak bij Praktijk op donderdag 3 december om 14:30.',
    isLocaleFallback: false,
    tellsDeparture: false,
    isCounted: true,
    spendsOf: null,
    messageNo,
  }
}

/** Its record once the provider has accepted it. */
export function taken({ platformHolderId, id, claimNo }: Claim): Outcome {
  return {
    platformHolderId,
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
