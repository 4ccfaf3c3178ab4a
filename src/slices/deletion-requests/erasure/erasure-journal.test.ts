import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { appendErasure, readErasures, type Erasure } from './erasure-journal.ts'

const erasure = (id: string): Erasure => ({
  id,
  recipientId: `recipient of ${id}`,
  erasedAt: '2026-11-21T09:00:00.000Z',
  entries: [{ platformHolderId: 'holder', holderRecipientId: 'entry' }],
  profileIds: ['profile'],
  contacts: [{ channel: 'sms', key: 'ab' }],
  retainedCategories: [],
})

describe('the erasure journal', () => {
  let folder: string
  let file: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tijdig-journal-'))
  })
  beforeEach(async () => {
    file = join(folder, 'deeper', 'erasures.jsonl')
    await rm(join(folder, 'deeper'), { recursive: true, force: true })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const ids = async () => (await readErasures(file)).map(({ id }) => id)

  test('what is added is read, in order, and nobody else may read the file', async () => {
    assert.deepEqual(await ids(), [])
    await appendErasure(file, erasure('a'))
    await appendErasure(file, erasure('b'))
    assert.deepEqual(await readErasures(file), [erasure('a'), erasure('b')])
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  test('a line cut short by a crash, at whatever byte, costs nobody else their line', async () => {
    const line = JSON.stringify(erasure('cut'))
    for (const length of [1, 10, line.length - 1, line.length]) {
      await rm(file, { force: true })
      await appendErasure(file, erasure('a'))
      await appendFile(file, line.slice(0, length))
      assert.deepEqual(await ids(), ['a'])
      await appendErasure(file, erasure('b'))
      assert.deepEqual(await ids(), ['a', 'b'], `after ${length} bytes`)
    }
  })

  test('a first line cut short is written anew', async () => {
    await appendErasure(file, erasure('a'))
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.slice(0, 20))
    await appendErasure(file, erasure('a'))
    assert.equal(await readFile(file, 'utf8'), text)
  })

  test('any other line that cannot be read stops the reader, with file and line and nothing of its content', async () => {
    await appendErasure(file, erasure('a'))
    for (const bad of ['{"id": "kanarie"', JSON.stringify({ ...erasure('b'), kanarie: 1 }), '{"id":"kanarie"}']) {
      await writeFile(file, `${JSON.stringify(erasure('a'))}\n${bad}\n${JSON.stringify(erasure('c'))}\n`)
      await assert.rejects(readErasures(file), (error: Error) => {
        assert.match(error.message, /Line 2 of the erasure journal .*erasures\.jsonl/)
        assert.doesNotMatch(error.message, /kanarie/)
        return true
      })
    }
  })

  test('lines of earlier versions, which had the words of staff, are read', async () => {
    await appendErasure(file, erasure('a'))
    await appendFile(file, `${JSON.stringify({ ...erasure('b'), message: 'Invoices are kept.' })}\n`)
    assert.deepEqual(await ids(), ['a', 'b'])
  })
})
