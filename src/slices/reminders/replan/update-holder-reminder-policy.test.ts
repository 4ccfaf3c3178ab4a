import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inTransaction } from '#/kernel/postgres/db.ts'
import type { AppError } from '#/kernel/errors.ts'
import { newId } from '#/kernel/ids.ts'
import { submitHolderAppointmentIntake } from '#/slices/appointments/intake/submit-intake.ts'
import { contactKey } from '#/slices/reminders/opt-outs/contact-key.ts'
import { getHolderReminderPolicy } from '#/slices/reminders/policy/get-holder-reminder-policy.ts'
import { planStamp } from '#/slices/reminders/rows/planning.ts'
import { defaultPolicy } from '#/slices/reminders/words/policy.ts'
import { ctxOf, intake, keys, now, openPolicyWorld, refusal, type PolicyWorld } from '../../../../test/policy-world.ts'
import { eventually } from '../../../../test/harness.ts'
import { replanOutdated } from './replan-all.ts'
import { updateHolderReminderPolicy } from './update-holder-reminder-policy.ts'

const step = (offset: string, kind = 'reminder', channel = 'preferred', fallback = 'email') => ({
  offset,
  channel,
  fallback,
  kind,
})

describe('updateHolderReminderPolicy', () => {
  let world: PolicyWorld
  before(async () => {
    world = await openPolicyWorld()
  })
  after(() => world.close())

  test('every field of the policy is answered', async () => {
    const holder = await world.createHolder()
    const policy = await world.call<{ updatedAt: string }>(holder, getHolderReminderPolicy)
    const { updatedAt, ...fields } = policy
    assert.ok(updatedAt.endsWith('Z'))
    assert.deepEqual(fields, {
      ...defaultPolicy,
      version: 1,
      smsSender: { mode: 'alphanumeric', value: 'De Linde', canReceive: false },
    })
  })

  test('an edit plans unsent reminders anew, ends dropped steps and counts both', async () => {
    const holder = await world.createHolder()
    const one = await world.register(holder)
    const other = await world.register(holder, { days: 30 })
    const answer = await edit(holder, { steps: [step('P2D'), step('P1D')] })
    assert.equal(answer.version, 2)
    assert.deepEqual(answer.replanned, { appointments: 2, reminders: 4 })
    for (const id of [one, other]) {
      assert.deepEqual(await plan(id), [
        'P1D reminder planned',
        'P2D reminder planned',
        'P3D confirm_prompt cancelled superseded',
      ])
    }
    assert.deepEqual(await stamps(holder), [planStamp(2)])
  })

  test('an edit that leaves the plan alone touches no reminder', async () => {
    const holder = await world.createHolder()
    await world.register(holder)
    const untouched = await snapshot(holder, 'reminder')
    const answer = await edit(holder, { smsSender: { mode: 'numeric', value: '+3197010240000', canReceive: true } })
    assert.deepEqual(answer.replanned, { appointments: 0, reminders: 0 })
    assert.deepEqual(await snapshot(holder, 'reminder'), untouched)
  })

  test('an edit that changes nothing keeps the version', async () => {
    const holder = await world.createHolder()
    assert.equal((await edit(holder, { minLeadMinutes: 30 })).version, 1)
  })

  test('an offset that was handed over stays and is not repeated under another kind', async () => {
    const holder = await world.createHolder()
    const id = await world.register(holder)
    await world.owner.query(
      `update reminder set state = 'delivered', handed_over_at = $2, attempts = 1, run_at = null where appointment_id = $1 and offset_key = 'P3D'`,
      [id, now.toString()],
    )
    const answer = await edit(holder, { steps: [step('P3D'), step('PT4H')] })
    assert.deepEqual(answer.replanned, { appointments: 1, reminders: 2 })
    assert.deepEqual(await plan(id), [
      'P1D reminder cancelled superseded',
      'P3D confirm_prompt delivered',
      'PT4H reminder planned',
    ])
  })

  test('a step that comes back is planned again in its old row', async () => {
    const holder = await world.createHolder()
    const id = await world.register(holder)
    await edit(holder, { steps: [step('P2D')] })
    await edit(holder, { steps: [step('P3D', 'confirm_prompt', 'email', 'none')] }, 2)
    assert.deepEqual(await plan(id), [
      'P1D reminder cancelled superseded',
      'P2D reminder cancelled superseded',
      'P3D confirm_prompt planned',
    ])
  })

  test('appointments that are over, cancelled or of another holder are left alone', async () => {
    const [holder, stranger] = [await world.createHolder(), await world.createHolder()]
    const over = await world.register(holder)
    await world.owner.query(
      `update appointment set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1`,
      [over, now.subtract({ hours: 1 }).toString()],
    )
    const cancelled = await world.register(holder)
    await world.owner.query(`update appointment set status = 'cancelled', cancelled_at = now() where id = $1`, [
      cancelled,
    ])
    const foreign = await world.register(stranger)
    const answer = await edit(holder, { steps: [step('P2D')] })
    assert.deepEqual(answer.replanned, { appointments: 0, reminders: 0 })
    for (const id of [over, cancelled, foreign])
      assert.deepEqual(await plan(id), ['P1D reminder planned', 'P3D confirm_prompt planned'])
  })

  test('a dry run tells what an edit then does, and writes nothing', async () => {
    const holder = await world.createHolder()
    for (let days = 10; days < 15; days += 1) await world.register(holder, { days })
    await world.register(holder, { days: 2 })
    const before = [
      await snapshot(holder, 'reminder'),
      await snapshot(holder, 'appointment'),
      await snapshot(holder, 'reminder_policy'),
    ]
    const changes = {
      steps: [step('P3D'), step('P1D', 'confirm_prompt')],
      quietHours: { from: '08:00', to: '15:00', days: null },
    }
    const promised = await edit(holder, { ...changes, dryRun: true })
    assert.equal(promised.version, 1)
    assert.deepEqual(promised.steps, changes.steps)
    assert.deepEqual(
      [
        await snapshot(holder, 'reminder'),
        await snapshot(holder, 'appointment'),
        await snapshot(holder, 'reminder_policy'),
      ],
      before,
    )
    const done = await edit(holder, changes)
    assert.deepEqual(done.replanned, promised.replanned)
    assert.equal(done.replanned.appointments, 6)
  })

  test('an opted-out recipient stays opted out, and is reached by the other channel only', async () => {
    const holder = await world.createHolder()
    const phoneOnly = await world.register(holder, { phone: '+31612345601', email: null })
    const both = await world.register(holder, { phone: '+31612345602' })
    const everywhere = await world.register(holder, { phone: '+31612345603', email: null })
    for (const phone of ['+31612345601', '+31612345602']) {
      await world.owner.query(
        `insert into suppression (platform_holder_id, channel, contact_key, is_active, source) values ($1, 'sms', $2, true, 'sms_reply')`,
        [holder, contactKey(keys, 'sms', phone)],
      )
    }
    await world.owner.query(
      `insert into suppression_everywhere (channel, contact_key, is_active, source) values ('sms', $1, true, 'sms_reply')`,
      [contactKey(keys, 'sms', '+31612345603')],
    )
    await edit(holder, { steps: [step('P2D')] })
    const rows = await world.owner.query(
      `select appointment_id, state, channel from reminder where appointment_id = any($1) and offset_key = 'P2D' order by array_position($1, appointment_id)`,
      [[phoneOnly, both, everywhere]],
    )
    assert.deepEqual(
      rows.rows.map((row) => [row.state, row.channel]),
      [
        ['suppressed', 'sms'],
        ['planned', 'email'],
        ['suppressed', 'sms'],
      ],
    )
  })

  test('of two edits by the same version one wins and the other is told the new version', async () => {
    const holder = await world.createHolder()
    for (let days = 10; days < 20; days += 1) await world.register(holder, { days })
    const answers = await Promise.allSettled([
      edit(holder, { steps: [step('P2D')] }),
      edit(holder, { steps: [step('P3D')] }),
    ])
    assert.deepEqual(answers.map((answer) => answer.status).sort(), ['fulfilled', 'rejected'])
    const error = answers.find((answer) => answer.status === 'rejected')?.reason as AppError
    assert.equal(error.code, 'VERSION_CONFLICT')
    assert.equal(error.details[0]?.currentVersion, 2)
  })

  test('an appointment registered by the old policy while an edit is under way is planned by the new one', async () => {
    const holder = await world.createHolder()
    const started = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const registered = inTransaction(world.pool, { holder }, async (tx) => {
      const { data } = (await submitHolderAppointmentIntake.handle(ctxOf(holder, tx), intake())) as {
        data: { appointmentId: string }
      }
      started.resolve()
      await mayCommit.promise
      return data.appointmentId
    })
    await started.promise
    const edited = edit(holder, { steps: [step('P2D')] })
    await waitsForPolicyLock().finally(mayCommit.resolve)
    assert.deepEqual((await edited).replanned, { appointments: 1, reminders: 3 })
    assert.deepEqual(await plan(await registered), [
      'P1D reminder cancelled superseded',
      'P2D reminder planned',
      'P3D confirm_prompt cancelled superseded',
    ])
  })

  test('whatever is handed in during an edit ends with the new plan', async () => {
    const holder = await world.createHolder()
    const known = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        world.register(holder, { days: 10 + index, external: `known-${index}` }),
      ),
    )
    const progress = { isEdited: false }
    let duringEdit = 0
    const handIn = async (lane: number) => {
      const ids = []
      for (let index = 0; !progress.isEdited || index < 3; index += 1) {
        // Half of them move an appointment that the edit is about to plan, half are new.
        const external = index % 2 === 0 ? `known-${(lane * 7 + index) % 40}` : `new-${lane}-${index}`
        ids.push(await world.register(holder, { days: 15 + ((lane + index) % 20), external }))
        if (!progress.isEdited) duringEdit += 1
      }
      return ids
    }
    const lanes = [0, 1, 2, 3].map(handIn)
    for (let version = 1; version <= 8; version += 1) {
      await edit(
        holder,
        { steps: version % 2 === 1 ? [step('P2D'), step('PT5H')] : [step('P7D'), step('P1D')] },
        version,
      )
    }
    await edit(holder, { steps: [step('P3D')] }, 9)
    progress.isEdited = true
    const handedIn = (await Promise.all(lanes)).flat()
    assert.ok(duringEdit > 10, `only ${duringEdit} were handed in during the edits`)
    assert.deepEqual(await stamps(holder), [planStamp(10)])
    for (const id of new Set([...known, ...handedIn])) {
      const live = (await plan(id)).filter((row) => !row.includes('cancelled'))
      assert.deepEqual(live, ['P3D reminder planned'], `plan of ${id}`)
    }
  })

  test('appointments an edit passed over are planned later by their stamp', async () => {
    const holder = await world.createHolder()
    const ids = [await world.register(holder), await world.register(holder), await world.register(holder)]
    await edit(holder, { steps: [step('P2D')] })
    await world.owner.query(`update appointment set plan_stamp = 'older' where id = any($1)`, [ids])
    await world.owner.query(
      `update reminder set state = 'cancelled', reason_code = 'superseded' where appointment_id = any($1)`,
      [ids],
    )
    const replan = async () =>
      inTransaction(world.pool, { holder }, (tx) => replanOutdated(tx, holder, { limit: 2, after: null }, now))
    for (const replanned of [2, 1, 0]) assert.equal((await replan()).replanned, replanned)
    for (const id of ids) assert.ok((await plan(id)).includes('P2D reminder planned'))
  })

  test('a sweep leaves an appointment that somebody holds to the next one', async () => {
    const holder = await world.createHolder()
    const ids = [await world.register(holder), await world.register(holder)]
    await world.owner.query(`update appointment set plan_stamp = 'older' where id = any($1)`, [ids])
    await world.owner.query('begin')
    await world.owner.query('select 1 from appointment where id = $1 for update', [ids[0]])
    const replan = () =>
      inTransaction(world.pool, { holder }, (tx) => replanOutdated(tx, holder, { limit: 10, after: null }, now))
    assert.equal((await replan()).replanned, 1)
    await world.owner.query('commit')
    assert.equal((await replan()).replanned, 1)
  })

  test('every fault of a policy is named by its path', async () => {
    const holder = await world.createHolder()
    const error = await refusal(
      edit(holder, { steps: [step('P1D'), step('PT5M'), step('P1D')], intakeDefaultTypeId: newId() }),
    )
    assert.deepEqual(
      error.details.map(({ path, code }) => [path, code]),
      [
        ['steps.1.offset', 'out_of_range'],
        ['steps.2.offset', 'conflict'],
        ['intakeDefaultTypeId', 'not_allowed'],
      ],
    )
  })

  test('a dry run of no change is refused', async () => {
    const holder = await world.createHolder()
    assert.equal((await refusal(edit(holder, { dryRun: true }))).code, 'VALIDATION_FAILED')
  })

  type EditAnswer = { version: number; steps: unknown; replanned: { appointments: number; reminders: number } }

  function edit(holder: string, changes: object, expectedVersion = 1): Promise<EditAnswer> {
    return world.call(holder, updateHolderReminderPolicy, { body: { expectedVersion, ...changes } })
  }

  /** The rows of an appointment in short, in order of offset and kind. */
  async function plan(appointmentId: string): Promise<string[]> {
    const { rows } = await world.owner.query<{ row: string }>(
      `select concat_ws(' ', offset_key, kind, state, reason_code) as row from reminder where appointment_id = $1
       and schedule_revision = (select schedule_revision from appointment where id = $1) order by offset_key, kind`,
      [appointmentId],
    )
    return rows.map(({ row }) => row)
  }

  async function stamps(holder: string): Promise<string[]> {
    const { rows } = await world.owner.query<{ planStamp: string }>(
      'select distinct plan_stamp from appointment where platform_holder_id = $1',
      [holder],
    )
    return rows.map((row) => row.planStamp)
  }

  /** Everything a holder has in a table, with the transactions that wrote it. */
  async function snapshot(holder: string, table: string): Promise<unknown[]> {
    return (
      await world.owner.query(
        `select t.xmin::text as written_by, to_jsonb(t) as row from ${table} t where platform_holder_id = $1 order by 2`,
        [holder],
      )
    ).rows
  }

  async function waitsForPolicyLock(): Promise<void> {
    await eventually(async () => {
      const { rows } = await world.owner.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length > 0
    })
  }
})
