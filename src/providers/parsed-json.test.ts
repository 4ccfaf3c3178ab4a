import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarBlocks } from '#/icalendar/read/blocks.ts'
import { storableText } from '#/kernel/text/storable-text.ts'
import { parsedJson } from './parsed-json.ts'

test('texts from outside can be stored, whatever is escaped in them', () => {
  assert.deepEqual(
    parsedJson('{"text":"ja\\u0000","half":"\\ud83d!","whole":"\\ud83d\\udc4d","list":["\\u0000"],"n":1}'),
    {
      text: 'ja\ufffd',
      half: '\ufffd!',
      whole: '👍',
      list: ['\ufffd'],
      n: 1,
    },
  )
  assert.deepEqual(parsedJson('{"text":"\\\\u0000"}'), { text: '\\u0000' })
  assert.equal(parsedJson('{'), null)
})

test('so can the texts of a calendar', () => {
  const calendar = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\0\r\nSUMMARY:Bo\0\r\nEND:VEVENT\r\nEND:VCALENDAR'
  const [event] = calendarBlocks(storableText(calendar))?.events ?? []
  assert.equal(event?.id, '1\ufffd')
  assert.match(event?.text ?? '', /SUMMARY:Bo\ufffd/)
})
