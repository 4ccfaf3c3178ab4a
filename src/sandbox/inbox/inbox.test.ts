import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inboxCap, inMemoryInbox } from './inbox.ts'

const everything = { to: null, after: null, limit: Number.MAX_SAFE_INTEGER }

test('however much comes in, only the newest messages of each kind are kept', async () => {
  const inbox = inMemoryInbox(async () => 0)
  const sent = inboxCap * 2
  for (let index = 0; index < sent; index += 1) {
    const id = String(index)
    await inbox.addSms({ id, provider: 'twilio', reference: null, to: '+31612345678', from: 'Praktijk', text: id })
    await inbox.addReply({ id, from: '+31612345678', to: 'Praktijk', text: id })
    await inbox.addMail({
      to: ['jan@example.org'],
      envelopeFrom: 'a@example.org',
      raw: Buffer.from(`Subject: ${id}\n\n`),
    })
  }
  const subjects = (await inbox.listMails(everything)).map((mail) => Number(mail.subject))
  for (const kept of [
    inbox.listSms(everything).map((item) => Number(item.id)),
    inbox.listReplies(everything).map((item) => Number(item.id)),
    subjects,
  ]) {
    // Entries are dropped in batches of one in a hundred.
    assert.ok(kept.length >= inboxCap && kept.length <= inboxCap * 1.01, String(kept.length))
    assert.deepEqual(
      kept,
      kept.map((_, index) => sent - 1 - index),
    )
  }
  assert.equal(inbox.findSms('0'), null)
  inbox.clear()
  assert.deepEqual(inbox.listSms(everything), [])
})
