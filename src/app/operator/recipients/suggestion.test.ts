import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startTestProduct, type TestProduct } from '../../../../test/harness.ts'
import { openWorld, type World } from '../../../../test/operation-cases.ts'
import { operatorActions } from '../../../../test/operator-world.ts'
import { importSuggestions } from './suggestion.ts'

const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20270101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//tests//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')

describe('tijdig suggestion import', () => {
  let product: TestProduct
  let world: World
  let folder: string
  before(async () => {
    product = await startTestProduct()
    await product.clock.set('2027-01-11T09:00:00Z')
    world = await openWorld(product)
    folder = await mkdtemp(join(tmpdir(), 'suggestions-'))
  })
  after(async () => {
    await product.stop()
    await rm(folder, { recursive: true })
  })

  async function importing(text: string, changes: Partial<Parameters<typeof importSuggestions>[1]> = {}) {
    const file = join(folder, 'follow-ups.ics')
    await writeFile(file, text)
    return importSuggestions(product.operator, {
      file,
      recipientId: world.recipient.id,
      platformHolderId: world.holder.id,
      timezone: null,
      ...changes,
    })
  }

  test('the events of a file become follow-ups of one recipient, once', async () => {
    const text = calendar(
      event('one', 'DTSTART;TZID=Europe/Amsterdam:20270301T093000', 'DURATION:PT30M', 'SUMMARY:Controle'),
      event('day', 'DTSTART;VALUE=DATE:20270302'),
      event('past', 'DTSTART;TZID=Europe/Amsterdam:20260301T093000', 'DURATION:PT30M'),
      event('utc', 'DTSTART:20270303T083000Z', 'DTEND:20270303T090000Z'),
      event('weekly', 'DTSTART;TZID=Europe/Amsterdam:20270301T093000', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      event('gone', 'DTSTART;TZID=Europe/Amsterdam:20270304T093000', 'DURATION:PT30M', 'STATUS:CANCELLED'),
    )
    const first = await importing(text)
    assert.deepEqual(
      [first.added.map(({ startsAt }) => startsAt), first.known, first.rejected.map(({ reason }) => reason)],
      [
        ['2027-03-01T08:30:00.000Z'],
        0,
        [
          'lasts all day: propose a time of day',
          'has begun already',
          'names no time zone: say which with --timezone',
          'recurs: propose one time',
          'is cancelled',
        ],
      ],
    )
    const { body } = await world.recipient.call('GET', `/suggestions/${first.added[0]?.suggestionId}`)
    assert.deepEqual(
      [body.data.kind, body.data.origin, body.data.message, body.data.timezone, body.data.appointmentId],
      ['follow_up', 'platform_holder', 'Controle', 'Europe/Amsterdam', null],
    )
    const again = await importing(text, { timezone: 'Europe/Amsterdam' })
    assert.deepEqual([again.added.length, again.known], [1, 1])
    assert.deepEqual(await operatorActions(product.operator, world.holder.id), [
      'suggestionsImported',
      'suggestionsImported',
    ])
  })

  test('nothing is proposed to a recipient the holder is not linked to, nor from a file that is no calendar', async () => {
    const stranger = await openWorld(product)
    const text = calendar(event('two', 'DTSTART;TZID=Europe/Amsterdam:20270301T093000', 'DURATION:PT30M'))
    await assert.rejects(importing(text, { recipientId: stranger.recipient.id }), /has no link to this recipient/)
    await assert.rejects(importing('no calendar'), /The file is not a calendar/)
    const { body } = await stranger.recipient.call('GET', '/suggestions')
    assert.deepEqual(body.data.items, [])
  })
})
