import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { renderCalendarFile, type CalendarFileInput } from './calendar-file.ts'
import { exampleAppointment } from '#/messages/example-message-input.ts'

const input: CalendarFileInput = {
  appointments: [exampleAppointment()],
  holderDisplayName: 'Praktijk De Linde',
  organizerEmail: 'afspraken@delinde.example',
  isCancelled: false,
  stampedAt: Temporal.Instant.from('2026-11-26T09:00:00Z'),
}

test('an appointment is published with its own UID and revision, at the instant of the message', () => {
  const { method, content } = renderCalendarFile(input)
  const { calendar, events } = parse(content)
  assert.equal(method, 'PUBLISH')
  assert.equal(calendar.getFirstPropertyValue('method'), 'PUBLISH')
  assert.equal(calendar.getFirstPropertyValue('version'), '2.0')
  const [event] = events
  assert.equal(event!.uid, '0b54a9e2c1d04b7d9f0f6f1b8d6f0a11@tijdig.example')
  assert.equal(event!.sequence, 2)
  assert.equal(event!.startDate.toString(), '2026-12-03T13:30:00Z')
  assert.equal(event!.endDate.toString(), '2026-12-03T14:00:00Z')
  assert.equal(String(event!.component.getFirstPropertyValue('dtstamp')), '2026-11-26T09:00:00Z')
  assert.equal(event!.component.getFirstPropertyValue('status'), 'CONFIRMED')
  assert.equal(event!.location, 'Lindelaan 12, Utrecht')
  assert.equal(event!.organizer, 'mailto:afspraken@delinde.example')
})

test('the summary is the title when it may be told, else the holder', () => {
  assert.equal(parse(renderCalendarFile(input).content).events[0]!.summary, 'Praktijk De Linde')
  const titled = { ...input, appointments: [exampleAppointment({ title: 'Knippen; wassen, föhnen' })] }
  assert.equal(parse(renderCalendarFile(titled).content).events[0]!.summary, 'Knippen; wassen, föhnen')
})

test('a cancellation withdraws the same UID', () => {
  const { method, content } = renderCalendarFile({ ...input, isCancelled: true })
  const { calendar, events } = parse(content)
  assert.equal(method, 'CANCEL')
  assert.equal(calendar.getFirstPropertyValue('method'), 'CANCEL')
  assert.equal(events[0]!.uid, input.appointments[0]!.uid)
  assert.equal(events[0]!.component.getFirstPropertyValue('status'), 'CANCELLED')
})

test('several cancelled appointments are published as cancelled, because CANCEL speaks of one', () => {
  const appointments = [exampleAppointment(), exampleAppointment({ uid: 'second@tijdig.example' })]
  const { method, content } = renderCalendarFile({ ...input, appointments, isCancelled: true })
  const { events } = parse(content)
  assert.equal(method, 'PUBLISH')
  assert.deepEqual(
    events.map((event) => [event.uid, event.component.getFirstPropertyValue('status')]),
    appointments.map((appointment) => [appointment.uid, 'CANCELLED']),
  )
})

test('an unknown organizer is left out', () => {
  assert.doesNotMatch(renderCalendarFile({ ...input, organizerEmail: null }).content, /ORGANIZER/)
})

test('lines end in CRLF and are at most 75 octets long, whatever the names', () => {
  const { content } = renderCalendarFile({
    ...input,
    holderDisplayName: `Praktijk "Zoë" ${'é日👍'.repeat(40)}`,
    appointments: [exampleAppointment({ place: 'Zaal 1, gebouw B; '.repeat(11) })],
  })
  assert.ok(content.endsWith('END:VCALENDAR\r\n'))
  assert.doesNotMatch(content.replaceAll('\r\n', ''), /[\r\n]/)
  for (const line of content.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const [event] = parse(content).events
  assert.equal(event!.location, 'Zaal 1, gebouw B; '.repeat(11).trim())
  assert.equal(event!.summary, `Praktijk "Zoë" ${'é日👍'.repeat(40)}`)
})

test('a name cannot add a line of its own', () => {
  const { content } = renderCalendarFile({
    ...input,
    holderDisplayName: 'De Linde\r\nATTACH:https://evil.example',
    appointments: [exampleAppointment({ place: 'Zaal 1\r\nEND:VEVENT', title: 'x\nSTATUS:CANCELLED' })],
  })
  assert.doesNotMatch(content, /^(ATTACH|STATUS:CANCELLED)/m)
  assert.equal(content.match(/^END:VEVENT/gm)?.length, 1)
})

test('the same input gives the same file', () => {
  assert.equal(renderCalendarFile(input).content, renderCalendarFile(input).content)
})

function parse(content: string): { calendar: ICAL.Component; events: ICAL.Event[] } {
  const calendar = new ICAL.Component(ICAL.parse(content))
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) }
}
