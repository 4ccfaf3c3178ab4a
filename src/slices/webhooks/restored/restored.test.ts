import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createLog } from '#/kernel/log.ts'
import { openWebhookWorld, type WebhookWorld } from '../../../../test/webhook-world.ts'
import { inTransaction } from '#/kernel/postgres/db.ts'
import { numberAndQueue } from '#/slices/webhooks/queue/queue.ts'
import { logWhatIsRepeated } from './restored.ts'

describe('A database that was restored', () => {
  let world: WebhookWorld
  before(async () => {
    world = await openWebhookWorld()
  })
  after(() => world.close())

  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const look = () => logWhatIsRepeated(world.workers, log)
  const logged = () => lines.splice(0).map((line) => JSON.parse(line))
  const lineage = async () => {
    const { rows } = await world.owner.query<{ lineage: string }>('select lineage from database_lineage')
    return rows[0]?.lineage ?? ''
  }
  /** As a dump of another server, or a backup from before a promotion, has it. */
  const comeFrom = (other: string) => world.owner.query('update database_lineage set lineage = $1', [other])

  test('is told once, by one of the workers that look, with what each endpoint is due', async () => {
    const [one, other] = [await world.createHolder(), await world.createHolder()]
    const many = await world.createEndpoint(one, 'https://hooks.example.com/many')
    const few = await world.createEndpoint(other, 'https://hooks.example.com/few')
    const paused = await world.createEndpoint(other, 'https://hooks.example.com/none', { status: 'paused' })
    await world.emit(one, 7)
    await world.emit(other, 2)
    for (const holder of [one, other]) await inTransaction(world.workers, { holder }, numberAndQueue)
    await world.owner.query(`update webhook_delivery set state = 'delivered' where endpoint_id = $1 and position < 4`, [
      many.id,
    ])
    assert.equal((await world.deliveries(paused.id)).length, 2)

    await Promise.all([look(), look()])
    assert.deepEqual(logged(), [], 'Nothing is known of before the first look')
    const here = await lineage()
    assert.match(here, /^\d+\/[0-9A-F]{8}$/)

    const [server = '', timeline = ''] = here.split('/')
    for (const before of [`1${server}/${timeline}`, `${server}/000000FF`]) {
      await comeFrom(before)
      await Promise.all([look(), look(), look()])
      const [summary, ...each] = logged()
      assert.deepEqual([summary.level, summary.endpoints, summary.deliveries], ['warn', 2, 6])
      assert.deepEqual(
        each.map((line) => [line.webhookEndpointId, line.deliveries, line.firstPosition, line.lastPosition]),
        [
          [many.id, 4, 4, 7],
          [few.id, 2, 1, 2],
        ],
      )
      assert.deepEqual(
        each.map(({ platformHolderId }) => platformHolderId),
        [one, other],
      )
      assert.equal(await lineage(), here)
    }
    await look()
    assert.deepEqual(logged(), [])
  })
})
