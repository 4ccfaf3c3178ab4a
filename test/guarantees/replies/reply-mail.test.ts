import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from '#/kernel/postgres/db.ts'
import { eventually, type TestHolder } from '../../harness.ts'
import { person, startWorld, step, type World } from '../world.ts'

describe('Mail to staff about replies', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.stop())

  let numbers = 0
  type Practice = TestHolder & { readonly sender: string }

  async function practice(replyMail: 'each' | 'daily' | 'none'): Promise<Practice> {
    const sender = `+31970102${String(50_000 + (numbers += 1))}`
    const holder = await world.createHolder({ displayName: 'Praktijk Eik' })
    const smsSender = JSON.stringify({ mode: 'numeric', value: sender, canReceive: true })
    await world.sql('update reminder_policy set sms_sender = $2 where platform_holder_id = $1', [holder.id, smsSender])
    await world.editPolicy(holder, { steps: [step('P4D', 'sms')], quietHours: null, replyMail })
    return { ...holder, sender }
  }
  /** As many people who were reminded and wrote back. */
  async function written(holder: Practice, people: number): Promise<void> {
    const now = await world.nextDay()
    const phones = Array.from({ length: people }, () => person().phone)
    for (const phone of phones) await world.intake(holder, { startsAt: now.add({ hours: 98 }), phone })
    await world.run('PT3H')
    for (const phone of phones)
      await world.inbound({ from: phone, to: holder.sender, text: 'Mag mijn moeder mee?' }, { waits: false })
    await eventually(async () => (await open(holder)) === people)
    await world.repliesSeenTo()
  }
  const open = async (holder: TestHolder): Promise<number> =>
    (await holder.call('GET', '/replies?state=open')).body.data.items.length
  const subjects = async (holder: TestHolder) => (await world.mailTo(holder.staffEmail)).map(({ subject }) => subject)
  const handled = (holder: TestHolder) =>
    world.sql(`update reply set state = 'handled' where platform_holder_id = $1`, [holder.id])
  /** A round of maintenance, and the mails that it left to do. */
  async function maintained(): Promise<void> {
    await Promise.all([world.maintain(), world.maintain()])
    await eventually(async () => {
      const { rowCount } = await owner(`select from graphile_worker.jobs where task_identifier = 'mail-open-replies'`)
      return rowCount === 0
    })
  }
  const owner = async (text: string) => {
    const client = new Client({ connectionString: world.databaseUrl })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  test('each reply is a mail where the policy says so, which is how it begins', async () => {
    const holder = await practice('each')
    assert.equal(
      (await world.createHolder().then((one) => one.call('GET', '/reminder-policy'))).body.data.replyMail,
      'each',
    )
    await written(holder, 2)
    assert.deepEqual(await subjects(holder), [
      'Antwoord op een sms van Praktijk Eik vraagt uw aandacht',
      'Antwoord op een sms van Praktijk Eik vraagt uw aandacht',
    ])
    await maintained()
    assert.equal((await subjects(holder)).length, 2)
  })

  test('where none is wanted replies are listed, and no mail comes', async () => {
    const holder = await practice('none')
    await written(holder, 2)
    await maintained()
    assert.deepEqual([await open(holder), await subjects(holder)], [2, []])
  })

  test('once a day, from eight in the morning and while a reply is open, one mail says how many there are, whoever asks at once', async () => {
    const holder = await practice('daily')
    await written(holder, 3)
    await maintained()
    assert.deepEqual(await subjects(holder), ['3 antwoorden aan Praktijk Eik om te bekijken'])
    await maintained()
    assert.equal((await subjects(holder)).length, 1, 'once a day')
    const morning = (await world.nextDay()).subtract({ hours: 3 })
    await world.clock.set(morning.toString())
    await maintained()
    assert.equal((await subjects(holder)).length, 1, 'not at seven')
    await world.clock.set(morning.add({ minutes: 61 }).toString())
    await maintained()
    assert.equal((await subjects(holder)).length, 2, 'at eight')
    await handled(holder)
    await world.nextDay()
    await maintained()
    assert.equal((await subjects(holder)).length, 2, 'nothing is open')
  })
})
