import type { Departure } from '#/slices/reminders/dispatch-decision.ts'
import type { Settlement } from '#/slices/reminders/settle.ts'

type Claimed = { readonly id: string; readonly claim_no: number }

/** What the engine writes of a claimed row whose text message goes now. */
export function departing({ id, claim_no }: Claimed, turn: number): Departure {
  return {
    id,
    claim_no,
    channel: 'sms',
    fallback_channel: 'email',
    attempts: 1,
    channel_tries: 1,
    locale: 'nl',
    template_version: 'nl-1',
    segments: 1,
    encoding: 'gsm7',
    destination_masked: '+31*******01',
    told_starts_at: Temporal.Now.instant().add({ hours: 24 }),
    message_reference: crypto.randomUUID(),
    provider: 'twilio',
    destination: '+31612345601',
    destination_key: '00'.repeat(32),
    sender: 'Praktijk',
    body: 'Herinnering: afspraak bij Praktijk op donderdag 3 december om 14:30.',
    is_locale_fallback: false,
    turn,
  }
}

/** What it writes when the provider took it. */
export function taken({ id, claim_no }: Claimed): Settlement {
  return {
    id,
    claim_no,
    attempt_no: 1,
    attempt_state: 'sent',
    state: 'sent',
    channel: 'sms',
    fallback_channel: 'email',
    provider_message_id: `SM${id}`,
    provider_code: null,
  }
}
