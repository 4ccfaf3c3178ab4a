import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '#/kernel/time/cpu-ms-for-tests.ts'
import type { EventAttendee } from '#/ports/calendar.ts'
import { recipientOfEvent } from './recipient-of-event.ts'

const read = (description: string | null, attendees: EventAttendee[] = []) =>
  recipientOfEvent({ description, attendees }, 'NL')
const person = (email: string, changes: Partial<EventAttendee> = {}): EventAttendee => ({
  email,
  displayName: null,
  isOrganizer: false,
  isSelf: false,
  isResource: false,
  ...changes,
})

test('labelled lines name the recipient, in Dutch and English, national numbers in E.164', () => {
  const sanne = { displayName: 'Sanne de Vries', email: 'sanne@example.com', phoneNumberE164: '+31612345678' }
  for (const description of [
    'Naam: Sanne de Vries\nTel: 06 12345678\nE-mail: sanne@example.com',
    'controle\r\n  name:  Sanne de Vries \r\nTelefoon: 06-12 34 56 78\r\nMail: <sanne@example.com>\r\nnuchter komen',
    'NAAM: Sanne de Vries\nPhone: +31 6 1234 5678\nEmail: mailto:sanne@example.com',
    'Naam: Sanne de Vries\nTel. 0612345678\nE-mail: Sanne <sanne@example.com>\nTel: 0687654321',
    'Naam: Sanne de Vries\nTel: 0612345678\nE-mail: sanne@example.com.',
  ])
    assert.deepEqual(read(description), { recipient: sanne }, description)
})

test('without a name the contact stands for it', () => {
  assert.deepEqual(read('Mobiel: 0612345678'), {
    recipient: { displayName: '+31612345678', phoneNumberE164: '+31612345678' },
  })
})

test('a number in running text or in a title names nobody', () => {
  for (const description of ['bel 0612345678 als het later wordt', 'Telefonisch: nee', 'Hotel: Zon', null, ''])
    assert.deepEqual(read(description), { reason: 'nobody_named' }, String(description))
})

test('a description of a megabyte takes no time, and what stands beyond its first 8,192 characters counts for nothing', async () => {
  const tookMs = await cpuMsOf(() => {
    for (const filler of [' ', 'Tel:', 'Tel: ', 'Tel' + ' '.repeat(2_000), 'a@', '\n', '\t\r'])
      read(filler.repeat(1_048_576 / filler.length))
    read(`Tel: x${' '.repeat(1_048_576)}x`)
  })
  assert.ok(tookMs < 1_000, `${tookMs} ms`)
  const before = `${'x'.repeat(8_176)}\nTel: 0612345678`
  assert.ok('recipient' in read(before))
  assert.deepEqual(read(`${before}90`), { reason: 'nobody_named' }, 'a number that is cut off is another one')
})

test('a line that cannot be read does not fall back on an attendee, who may be somebody else', () => {
  const attendees = [person('collega@praktijk.example')]
  assert.deepEqual(read('Tel: 12', attendees), { reason: 'contact_unreadable' })
  // No part of an address that cannot be used is taken: it could be somebody else's.
  for (const address of ['sanne', 'sänne@example.com', 'sanne@voorbeeld.käse', 'sanne..v@example.com', 'a@b'])
    assert.deepEqual(read(`E-mail: ${address}`, attendees), { reason: 'contact_unreadable' }, address)
  assert.deepEqual(read('Tel: 12\nE-mail: sanne@example.com'), {
    recipient: { displayName: 'sanne@example.com', email: 'sanne@example.com' },
  })
})

test('the one attendee who is not the organizer, the account or a room is the recipient; of several nobody is', () => {
  const others = [
    person('arts@praktijk.example', { isOrganizer: true }),
    person('balie@praktijk.example', { isSelf: true }),
    person('kamer@praktijk.example', { isResource: true }),
  ]
  assert.deepEqual(read(null, others), { reason: 'nobody_named' })
  assert.deepEqual(read(null, [...others, person('sanne@example.com', { displayName: 'Sanne\tde Vries' })]), {
    recipient: { displayName: 'Sanne de Vries', email: 'sanne@example.com' },
  })
  const several = [...others, person('sanne@example.com'), person('bram@example.com')]
  assert.deepEqual(read(null, several), { reason: 'several_attendees' })
  assert.deepEqual(read('Tel: 0612345678', several), {
    recipient: { displayName: '+31612345678', phoneNumberE164: '+31612345678' },
  })
})

test('a description that was made for it takes no longer', async () => {
  for (const description of [`Tel: a${' '.repeat(100_000)}b`, `Mail: ${'a'.repeat(100_000)}`, ' '.repeat(100_000)]) {
    assert.ok((await cpuMsOf(() => read(description))) < 1_000)
  }
})
