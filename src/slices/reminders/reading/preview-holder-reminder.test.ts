import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { messageKinds } from '#/messages/message-input.ts'
import { openPolicyWorld, refusal, type PolicyWorld } from '../../../../test/policy-world.ts'
import { previewHolderReminder } from './preview-holder-reminder.ts'

describe('previewHolderReminder', () => {
  let world: PolicyWorld
  before(async () => {
    world = await openPolicyWorld()
  })
  after(() => world.close())

  test('a preview shows the due instants, why one was moved or skipped, and the text', async () => {
    const holder = await world.createHolder()
    const body = { startsAt: '2026-11-25T07:30:00+01:00', timezone: 'Europe/Amsterdam', locale: 'nl' as const }
    const sms = await preview(holder, { ...body, channel: 'sms' })
    assert.deepEqual(sms.steps, [
      { offset: 'P3D', dueAt: '2026-11-21T19:59:00.000Z', movedBecause: 'quiet_hours_earlier', skippedBecause: null },
      { offset: 'P1D', dueAt: '2026-11-23T19:59:00.000Z', movedBecause: 'quiet_hours_earlier', skippedBecause: null },
    ])
    assert.match(
      sms.text,
      /^Herinnering: afspraak bij Praktijk De Linde op woensdag 25 november om 07:30, Lindelaan\. Info: https:/,
    )
    assert.deepEqual([sms.subject, sms.encoding, sms.segments, sms.offendingCharacters], [null, 'gsm7', 1, []])
    const email = await preview(holder, { ...body, channel: 'email' })
    assert.match(email.subject ?? '', /woensdag 25 november/)
    assert.deepEqual([email.encoding, email.segments], [null, null])
    assert.equal(
      (await world.owner.query('select count(*)::int as rows from reminder where platform_holder_id = $1', [holder]))
        .rows[0].rows,
      0,
    )
  })

  test('a preview tries the given fields in the place of the stored ones', async () => {
    const holder = await world.createHolder()
    const body = {
      startsAt: '2026-12-25T14:30:00+01:00',
      timezone: 'Europe/Amsterdam',
      locale: 'en' as const,
      channel: 'sms' as const,
    }
    const numeric = { mode: 'numeric' as const, value: '+3197010240000', canReceive: true }
    const draft = {
      steps: [{ offset: 'PT3H', channel: 'sms' as const, fallback: 'none' as const, kind: 'confirm_prompt' as const }],
      smsSender: numeric,
    }
    const answer = await preview(holder, { ...body, policy: draft })
    assert.deepEqual(
      answer.steps.map((row) => [row.offset, row.dueAt]),
      [['PT3H', '2026-12-25T10:30:00.000Z']],
    )
    assert.match(answer.text, /Reply YES to confirm\./)
    const error = await refusal(
      preview(holder, { ...body, policy: { steps: [{ ...draft.steps[0], offset: 'P99D' }] } }),
    )
    assert.equal(error.details[0]?.path, 'policy.steps.0.offset')
  })

  test('a preview says what each kind of message costs, and plain Latin letters cost less', async () => {
    const holder = await world.createHolder()
    const body = { startsAt: '2026-12-25T14:30:00+01:00', timezone: 'Europe/Amsterdam', locale: 'nl', channel: 'sms' }
    await world.owner.query('update platform_holder set display_name = $2 where platform_holder_id = $1', [
      holder,
      'Zoë',
    ])
    const natural = await preview(holder, body)
    const plain = await preview(holder, { ...body, policy: { smsAlphabet: 'plain_latin' } })
    assert.deepEqual([natural.encoding, plain.encoding], ['ucs2', 'gsm7'])
    assert.match(natural.text, /Zoë/)
    assert.match(plain.text, /Zoe/)
    assert.deepEqual(
      plain.costs.map(({ kind, encoding, segments }) => [kind, encoding, segments]),
      messageKinds.map((kind) => [kind, 'gsm7', 1]),
    )
  })

  type PreviewAnswer = {
    steps: { offset: string; dueAt: string }[]
    text: string
    subject: string | null
    encoding: string | null
    segments: number | null
    offendingCharacters: string[]
    costs: { kind: string; characters: number; encoding: string; segments: number }[]
  }

  function preview(holder: string, body: object): Promise<PreviewAnswer> {
    return world.call(holder, previewHolderReminder, { body })
  }
})
