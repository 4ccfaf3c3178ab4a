import { TextConversation } from '@elevenlabs/client'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { clientTools } from '#/app/client/client-tools.ts'
import { signInStaff } from '#/app/client/staff-api.ts'
import { openTalk } from '#/app/client/talk.ts'
import { startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'

describe('a conversation with the voice agent', () => {
  let product: TestProduct
  before(async () => {
    product = await startTestProduct()
  })
  after(() => product.stop())

  const api = (holder: TestHolder) => signInStaff({ ...product, email: holder.staffEmail })

  /** An appointment at a local time, `inDays` days from now. @returns its id */
  async function register(holder: TestHolder, displayName: string, inDays: number, time: string): Promise<string> {
    const day = (await product.clock.now()).toZonedDateTimeISO('Europe/Amsterdam').toPlainDate().add({ days: inDays })
    const startsAt = day.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime: Temporal.PlainTime.from(time) })
    const { status, body } = await holder.call('POST', '/appointments', {
      clientRequestId: randomUUID(),
      startsAt: startsAt.toInstant().toString(),
      endsAt: startsAt.add({ minutes: 20 }).toInstant().toString(),
      timezone: 'Europe/Amsterdam',
      recipient: { displayName, phoneNumberE164: '+31612340007', email: 'canary@example.com' },
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id
  }
  const read = async (holder: TestHolder, id: string) => (await holder.call('GET', `/appointments/${id}`)).body.data

  test('a move that was spoken of is done when a person confirms it, and not before', async () => {
    const holder = await product.createHolder()
    const id = await register(holder, 'Noor Jansen', 1, '09:30')
    const talk = await openTalk(await api(holder), 'nl', 'Europe/Amsterdam')
    assert.match(await talk.say('wie komt er morgen?'), /^Eén afspraak morgen:.*09:30: Noor Jansen/s)
    const before = await read(holder, id)
    assert.match(await talk.say('verzet Noor Jansen naar overmorgen half elf'), /Er is nog niets veranderd/)
    assert.match(await talk.say('ja, bevestig het'), /Ik kan het niet bevestigen/)
    assert.deepEqual(await read(holder, id), before)
    const [proposalId] = talk.openProposals()
    assert.ok(proposalId)
    const proposal = await talk.readProposal(proposalId)
    assert.equal(proposal.status, 'pending_confirmation')
    assert.ok(proposal.about.some(({ value }) => value === 'Noor Jansen'))
    assert.equal((await talk.confirm(proposalId)).status, 'succeeded')
    const moved = await read(holder, id)
    assert.equal(Temporal.Instant.from(moved.startsAt).since(Temporal.Instant.from(before.startsAt)).total('hours'), 25)
    assert.match(await talk.say('annuleer die omdat de praktijk dicht is'), /annuleren/)
    const [cancelId] = talk.openProposals()
    assert.equal((await talk.confirm(cancelId!)).status, 'succeeded')
    assert.equal((await read(holder, id)).status, 'cancelled')
    assert.match(await talk.say('who has not confirmed?'), /^Everybody has confirmed/)
    await talk.end()
  })

  test("the vendor's own client speaks with the product, and hears no contact of a list", async () => {
    const holder = await product.createHolder()
    await register(holder, 'Noor Jansen', 1, '09:30')
    await register(holder, 'Noor Jansen', 3, '10:00')
    const staff = await api(holder)
    const clientRequestId = randomUUID()
    const session = await staff.call<{ signedUrl: string }>('POST', '/voice/sessions', { clientRequestId })
    const proposals: string[] = []
    const results: string[] = []
    const heard: string[] = []
    let waiting = Promise.withResolvers<string>()
    const conversation = await TextConversation.startSession({
      signedUrl: session.signedUrl,
      connectionType: 'websocket',
      textOnly: true,
      clientTools: clientTools(staff, clientRequestId, (id) => proposals.push(id)),
      overrides: { agent: { language: 'en' } },
      onMessage: ({ role, message }) => role === 'agent' && waiting.resolve(message),
      onOutgoingEvent: (event) => 'result' in event && results.push(event.result),
    })
    const ask = async (text: string) => {
      waiting = Promise.withResolvers<string>()
      conversation.sendUserMessage(text)
      heard.push(await waiting.promise)
      return heard.at(-1)!
    }
    assert.match(await ask('what can you do?'), /^I may do 33 things/)
    assert.match(
      await ask("move Noor Jansen to the day after tomorrow at ten o'clock"),
      /^Which one do you mean\?\n1\. .*\n2\. /,
    )
    assert.match(await ask('the first'), /^I have proposed to move Noor Jansen/)
    assert.equal(proposals.length, 1)
    const lists = results.filter((result) => result.includes('"items"'))
    assert.equal(lists.length, 1)
    for (const list of lists) assert.doesNotMatch(list, /canary@example\.com|\+31612340007/)
    assert.ok(results.every((result) => !result.includes('conversation_signature')))
    await conversation.endSession()
  })

  test('neither key nor signed URL stands in a line of the log', () => {
    for (const line of product.logLines) assert.doesNotMatch(line, /sk_sandbox|cvtkn_|conversation_signature/)
  })
})
