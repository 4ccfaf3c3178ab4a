import assert from 'node:assert/strict'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dropBreaker } from '#/app/operator/holders/breaker.ts'
import { noteBackup } from '#/app/operator/world/backup.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { Client } from '#/kernel/postgres/db.ts'
import { deriveKeys } from '#/kernel/secrets/derived-keys.ts'
import { keyRing } from '#/kernel/secrets/key-ring.ts'
import { foldDueCounts } from '#/slices/reminders/reminders.ts'
import { connect, grantAtTwin, makeDue, putGoogleEvent } from '../../calendar-world.ts'
import { callApi, eventually, testSecret, type TestHolder } from '../../harness.ts'
import { insertEndpoint, insertEvents, startReceiver } from '../../webhook-world.ts'
import { person, startWorld, step, type World } from '../world.ts'

/** What seals secrets outside production. */
const derivedRing = keyRing([{ id: 'derived', key: deriveKeys(testSecret).atRest }])

type Series = Readonly<Record<string, number>>

/** Of a process, by name and labels. */
async function scrape(admin: number | undefined): Promise<Series> {
  const response = await fetch(`http://127.0.0.1:${admin}/metrics`)
  assert.equal(response.status, 200)
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('tijdig_'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

/** What was measured in seconds, as others saw it: no less than `least`, and no more than what also passed here. */
function assertSeconds(seconds: number | undefined, least: number, sinceMs: number): void {
  const most = least + (performance.now() - sinceMs) / 1_000
  assert.ok(seconds !== undefined && seconds >= least && seconds <= most, `${seconds} s, not ${least} to ${most}`)
}

describe('G26 every metric says what is so', () => {
  let world: World
  let owner: Client
  before(async () => {
    // Workers come and go with the tests, each with measures of its own.
    world = await startWorld({ roles: ['api', 'sandbox'] })
    owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
  })
  after(async () => {
    await owner.end()
    await world.stop()
  })

  const ofApi = () => scrape(world.settings.ports.admin)

  /** A worker whose messages get no receipts: the twins bring them where nobody is. */
  async function startWorker(t: TestContext, changes: Partial<Settings> = {}): Promise<() => Promise<Series>> {
    const worker = await world.startAnotherWorker({ baseUrl: 'http://127.0.0.1:1', ...changes })
    t.after(() => worker.stop())
    return () => scrape(worker.ports.admin)
  }

  async function startStoppableWorker(t: TestContext): Promise<() => Promise<void>> {
    const worker = await world.startAnotherWorker({ baseUrl: 'http://127.0.0.1:1' })
    let ended: Promise<void> | null = null
    const stop = () => (ended ??= worker.stop())
    t.after(stop)
    return stop
  }

  /** On a new day, with nothing left to do of the days before: one reminder a day before, by one channel. */
  async function practice(channel: 'sms' | 'email' = 'sms') {
    const now = await world.nextDay()
    await world.sql('update reminder set run_at = null where run_at is not null')
    const holder = await world.createHolder()
    await world.editPolicy(holder, { steps: [step('P1D', channel)], quietHours: null })
    return { holder, now }
  }
  type Practice = Awaited<ReturnType<typeof practice>>

  /** Appointments whose reminders are due in an hour. */
  async function dueInAnHour({ holder, now }: Practice, count: number) {
    const visits = Array.from({ length: count }, () => ({ ...person(), startsAt: now.add({ hours: 25 }) }))
    return Promise.all(visits.map((visit) => world.intake(holder, visit)))
  }

  /** So many seconds after the reminders of `dueInAnHour` were due. */
  const makeLate = ({ now }: Practice, seconds: number) => world.clock.set(now.add({ hours: 1, seconds }).toString())
  const pass = async (duration: Temporal.DurationLike) =>
    world.clock.set((await world.clock.now()).add(duration).toString())
  const statesOf = (holder: TestHolder, state: string) =>
    world.sql('select 1 from reminder where platform_holder_id = $1 and state = $2', [holder.id, state])

  /** Text messages that were sent and have no receipt yet. */
  async function sent(t: TestContext, count: number) {
    const made = await practice()
    await startWorker(t)
    await dueInAnHour(made, count)
    await pass({ hours: 1 })
    await eventually(async () => (await statesOf(made.holder, 'sent')).length === count)
    return made
  }

  const scenarios: Record<string, (t: TestContext) => Promise<void>> = {
    async tijdig_tzdb_info() {
      assert.equal((await ofApi())[`tijdig_tzdb_info{version="${process.versions.tz}"}`], 1)
    },

    async tijdig_request_log_dropped_total(t) {
      const holder = await world.createHolder()
      const dropped = async () => (await ofApi())['tijdig_request_log_dropped_total'] ?? 0
      const before = await dropped()
      await owner.query('revoke insert on request_log from tijdig_operator')
      t.after(() => owner.query('grant insert on request_log to tijdig_operator'))
      for (let calls = 0; calls < 3; calls += 1) assert.equal((await holder.call('GET', '')).status, 200)
      await eventually(async () => (await dropped()) - before >= 3)
      assert.equal((await dropped()) - before, 3)
    },

    async tijdig_http_request_seconds() {
      const holder = await world.createHolder()
      const labels = 'operation="/api/v1/platform-holders/:platformHolderId",status="200"'
      const sum = (series: Series) => series[`tijdig_http_request_seconds_sum{${labels}}`] ?? 0
      const count = (series: Series) => series[`tijdig_http_request_seconds_count{${labels}}`] ?? 0
      const before = await ofApi()
      await owner.query('begin; lock table platform_holder')
      const askedMs = performance.now()
      const asked = holder.call('GET', '')
      await eventually(async () => {
        // Within a transaction the server's activity is a snapshot until cleared.
        await owner.query('select pg_stat_clear_snapshot()')
        return (await owner.query(waitingForLock)).rows.length > 0
      })
      await sleep(300)
      await owner.query('rollback')
      assert.equal((await asked).status, 200)
      const now = await eventually(async () => {
        const series = await ofApi()
        return count(series) > count(before) && series
      })
      assert.equal(count(now) - count(before), 1)
      assertSeconds(sum(now) - sum(before), 0.3, askedMs)
    },

    async tijdig_http_refusals_total() {
      const holder = await world.createHolder()
      const counted = async () => {
        const series = await ofApi()
        const of = (code: string, caller: string) =>
          series[`tijdig_http_refusals_total{code="${code}",caller="${caller}"}`] ?? Number.NaN
        return [of('NOT_FOUND', 'known'), of('UNAUTHENTICATED', 'unknown'), of('NOT_FOUND', 'unknown')]
      }
      const before = await counted()
      await holder.call('GET', `/appointments/${crypto.randomUUID()}`)
      for (const key of ['guessed', 'guessed again'])
        await callApi(`${world.baseUrl}/api/v1/me`, 'GET', undefined, { authorization: `Bearer ${key}` })
      const grown = (await counted()).map((count, index) => count - (before[index] ?? 0))
      assert.deepEqual(grown, [1, 2, 0])
    },

    async tijdig_hand_over_lag_seconds(t) {
      const [bySms, byEmail] = [await practice('sms'), await practice('email')]
      const measured = await startWorker(t)
      await dueInAnHour({ ...bySms, now: byEmail.now }, 2)
      await dueInAnHour(byEmail, 1)
      const dueMs = performance.now()
      await makeLate(byEmail, 100)
      await eventually(async () => {
        const series = await measured()
        const counts = ['sms', 'email'].map(
          (channel) => series[`tijdig_hand_over_lag_seconds_count{channel="${channel}"}`],
        )
        return counts.join() === '2,1'
      })
      const series = await measured()
      const sumOf = (channel: string) => series[`tijdig_hand_over_lag_seconds_sum{channel="${channel}"}`] ?? 0
      assertSeconds(sumOf('sms') / 2, 100, dueMs)
      assertSeconds(sumOf('email'), 100, dueMs)
      const below = (seconds: number) => series[`tijdig_hand_over_lag_seconds_bucket{le="${seconds}",channel="sms"}`]
      assert.deepEqual([below(60), below(3600)], [0, 2])
    },

    async tijdig_reminders_claimed_total(t) {
      const made = await practice()
      const measured = await startWorker(t)
      await dueInAnHour(made, 3)
      assert.equal((await measured())['tijdig_reminders_claimed_total'], 0)
      await pass({ hours: 1 })
      await eventually(async () => (await statesOf(made.holder, 'sent')).length === 3)
      await eventually(async () => (await measured())['tijdig_reminders_claimed_total'] === 3)
    },

    async tijdig_reminders_due_total(t) {
      const counted = async () => {
        const series = await ofApi()
        return ['on_time', 'late', 'missed'].map(
          (result) => series[`tijdig_reminders_due_total{result="${result}"}`] ?? Number.NaN,
        )
      }
      const before = await counted()
      const grown = async () => (await counted()).map((count, index) => count - (before[index] ?? 0))
      const due = async (count: number, seconds: number, state: string) => {
        const made = await practice()
        await dueInAnHour(made, count)
        await makeLate(made, seconds)
        const stopWorker = await startStoppableWorker(t)
        await eventually(async () => (await statesOf(made.holder, state)).length === count)
        await stopWorker()
      }
      await due(3, 40, 'sent')
      assert.deepEqual(await grown(), [3, 0, 0])
      await due(2, 100, 'sent')
      // Their appointments have begun.
      await due(1, 2 * 86_400, 'expired')
      assert.deepEqual(await grown(), [3, 2, 1], 'three workers counted, and are gone')
      await foldDueCounts(world.operator)
      assert.deepEqual(await grown(), [3, 2, 1])
      assert.equal((await world.sql('select from reminder_due_count')).length, 3)
    },

    async tijdig_workers(t) {
      assert.equal((await ofApi())['tijdig_workers'], 0)
      await startWorker(t)
      await eventually(async () => (await ofApi())['tijdig_workers'] === 1)
    },

    // There is neither a standby nor an archive here; with a standby: test/machines/failover.test.ts.
    async tijdig_standbys() {
      assert.equal((await ofApi())['tijdig_standbys'], 0)
    },
    async tijdig_commits_wait_for_standby() {
      assert.equal((await ofApi())['tijdig_commits_wait_for_standby'], 0)
    },
    async tijdig_wal_archive_failing() {
      assert.equal((await ofApi())['tijdig_wal_archive_failing'], 0)
    },
    async tijdig_wal_archived_timestamp_seconds() {
      assert.equal((await ofApi())['tijdig_wal_archived_timestamp_seconds'], 0)
    },

    async tijdig_base_backup_timestamp_seconds() {
      assert.equal((await ofApi())['tijdig_base_backup_timestamp_seconds'], 0)
      await noteBackup(world.operator, Temporal.Instant.from('2026-11-20T02:10:00Z'))
      // One that ended before it is no news.
      await noteBackup(world.operator, Temporal.Instant.from('2026-11-19T02:10:00Z'))
      assert.equal((await ofApi())['tijdig_base_backup_timestamp_seconds'], 1_795_140_600)
    },

    async tijdig_clock_skew_seconds() {
      const skew = (await ofApi())['tijdig_clock_skew_seconds']
      assert.ok(skew !== undefined && Math.abs(skew) < 5, `${skew}`)
    },

    async tijdig_test_clock_offset_seconds() {
      const before = (await ofApi())['tijdig_test_clock_offset_seconds'] ?? 0
      await pass({ hours: 1 })
      const after = (await ofApi())['tijdig_test_clock_offset_seconds'] ?? 0
      // What passes between reading the clock and setting it is lost.
      assert.ok(after - before > 3_590 && after - before <= 3_600, `${after - before}`)
    },

    async tijdig_disk_free_bytes(t) {
      const measured = await startWorker(t)
      // Its folder is made with the first who is erased.
      const { bavail, bsize } = await statfs(dirname(dirname(resolve(world.settings.erasureJournal))))
      const free = (await measured())['tijdig_disk_free_bytes{of="journal"}'] ?? 0
      assert.ok(Math.abs(free - bavail * bsize) < 0.2 * bavail * bsize, `${free} of ${bavail * bsize}`)
      assert.equal((await ofApi())['tijdig_disk_free_bytes{of="journal"}'], undefined, 'only workers write it')
    },

    async tijdig_api_keys_ending() {
      const holders = [await world.createHolder(), await world.createHolder(), await world.createHolder()]
      const ending = async () => {
        const series = await ofApi()
        return ['7d', '30d'].map((within) => series[`tijdig_api_keys_ending{within="${within}"}`])
      }
      assert.deepEqual(await ending(), [0, 0])
      for (const [index, days] of [6, 29, 31].entries())
        await world.sql(
          `update api_key set expires_at = tijdig_now() + $2 * interval '1 day' where platform_holder_id = $1`,
          [holders[index]?.id, days],
        )
      assert.deepEqual(await ending(), [1, 2])
      await world.sql('update api_key set revoked_at = tijdig_now() where platform_holder_id = $1', [holders[0]?.id])
      assert.deepEqual(await ending(), [0, 1])
    },

    async tijdig_oldest_due_seconds() {
      const made = await practice()
      await dueInAnHour(made, 2)
      assert.equal((await ofApi())['tijdig_oldest_due_seconds'], 0)
      const dueMs = performance.now()
      await makeLate(made, 100)
      assertSeconds((await ofApi())['tijdig_oldest_due_seconds'], 100, dueMs)
    },

    async tijdig_reminder_rows(t) {
      const made = await practice()
      await dueInAnHour(made, 3)
      // States that no other test leaves behind.
      await world.sql(
        `update reminder set state = 'suppressed', reason_code = 'tenant_inactive', run_at = null where platform_holder_id = $1`,
        [made.holder.id],
      )
      const name = 'tijdig_reminder_rows{state="suppressed",reason="tenant_inactive"}'
      const measured = await startWorker(t)
      await eventually(async () => (await measured())[name] !== undefined)
      assert.equal((await measured())[name], 3)
      assert.deepEqual(
        Object.keys(await ofApi()).filter((key) => key.startsWith('tijdig_reminder_rows')),
        [],
      )
    },

    async tijdig_receipt_lag_seconds(t) {
      const { holder } = await sent(t, 3)
      assert.equal((await ofApi())['tijdig_receipt_lag_seconds'], undefined, 'there was none, which is not 0')
      const messages = (await world.allSms()).slice(0, 3)
      const sentMs = performance.now()
      // After 10, 30 and 1,000 seconds.
      for (const [index, seconds] of [10, 20, 970].entries()) {
        await pass({ seconds })
        const sms = messages[index]
        assert.equal(sms && (await world.receipt(sms, 'delivered')), 200)
      }
      assert.equal((await statesOf(holder, 'delivered')).length, 3)
      // What passed since they were sent, which is a little before.
      assertSeconds((await ofApi())['tijdig_receipt_lag_seconds'], 30, sentMs - 20_000)
    },

    async tijdig_messages_without_receipt(t) {
      await sent(t, 2)
      const waiting = async () => {
        const series = await ofApi()
        return ['5m', '1h', '24h'].map(
          (age) => series[`tijdig_messages_without_receipt{provider="twilio",age="${age}"}`],
        )
      }
      assert.deepEqual(await waiting(), [0, 0, 0])
      await pass({ minutes: 6 })
      assert.deepEqual(await waiting(), [2, 0, 0])
      await pass({ minutes: 55 })
      assert.deepEqual(await waiting(), [2, 2, 0])
      const [heard] = await world.allSms()
      assert.equal(heard && (await world.receipt(heard, 'sent')), 200)
      await pass({ hours: 24 })
      assert.deepEqual(await waiting(), [1, 1, 1])
      assert.equal((await ofApi())['tijdig_messages_without_receipt{provider="cm",age="5m"}'], 0)
    },

    async tijdig_breaker_holders(t) {
      const [one, other] = [await practice(), await practice()]
      assert.equal((await ofApi())['tijdig_breaker_holders'], 0)
      await startWorker(t, { volumeBreakerFloor: 1 })
      for (const { holder } of [one, other]) await dueInAnHour({ holder, now: other.now }, 3)
      await pass({ hours: 1 })
      for (const { holder } of [one, other]) await eventually(async () => (await statesOf(holder, 'held')).length === 2)
      assert.equal((await ofApi())['tijdig_breaker_holders'], 2)
      await dropBreaker(world.operator, one.holder.id)
      assert.equal((await ofApi())['tijdig_breaker_holders'], 1)
      await dropBreaker(world.operator, null)
    },

    async tijdig_provider_account_refusals_total(t) {
      const made = await practice()
      const { sms } = world.settings
      const measured = await startWorker(t, {
        sms: { ...sms, twilio: { ...sms.twilio, authTokens: ['no-longer-good'] } },
      })
      const counted = async (code: string) =>
        (await measured())[`tijdig_provider_account_refusals_total{provider="twilio",code="${code}"}`]
      assert.deepEqual([await counted('none'), await counted('20003')], [0, undefined])
      await dueInAnHour(made, 2)
      await pass({ hours: 1 })
      await eventually(async () => ((await counted('20003')) ?? 0) >= 2)
      assert.deepEqual([await counted('none'), await counted('20003')], [0, 2])
    },

    async tijdig_unmatched_receipts() {
      assert.equal((await ofApi())['tijdig_unmatched_receipts'], 0)
      for (const id of ['SM-one', 'SM-other'])
        await world.receipt({ reference: crypto.randomUUID().replaceAll('-', ''), id }, 'delivered')
      assert.equal((await ofApi())['tijdig_unmatched_receipts'], 2)
      await world.sql('delete from delivery_receipt where applied_at is null')
    },

    async tijdig_calendar_syncs_total(t) {
      const measured = await startWorker(t)
      const counted = async () => {
        const series = await measured()
        return ['succeeded', 'unavailable'].map(
          (outcome) => series[`tijdig_calendar_syncs_total{provider="google_calendar",outcome="${outcome}"}`],
        )
      }
      assert.deepEqual(await counted(), [0, 0])
      const { holder } = await connectCalendar(2)
      await eventually(async () => (await counted()).join() === '1,0')
      const fault = (mode: string) => callApi(`${world.sandboxUrl}/faults`, 'POST', { provider: 'google', mode })
      await fault('error')
      await makeDue(world, holder)
      await eventually(async () => (await counted()).join() === '1,1')
      await fault('none')
    },

    async tijdig_calendar_events_total(t) {
      const measured = await startWorker(t)
      const counted = async () => (await measured())['tijdig_calendar_events_total{provider="google_calendar"}']
      assert.equal(await counted(), 0)
      await connectCalendar(3)
      await eventually(async () => (await counted()) === 3)
    },

    async tijdig_webhook_deliveries_total(t) {
      const measured = await startWorker(t)
      const counted = async () => {
        const series = await measured()
        return ['delivered', 'retried', 'failed']
          .map((result) => series[`tijdig_webhook_deliveries_total{result="${result}"}`])
          .join()
      }
      assert.equal(await counted(), '0,0,0')
      const receiver = await startReceiver((response, { path }) => response.writeHead(path === '/no' ? 500 : 204).end())
      t.after(() => receiver.close())
      const holder = await world.createHolder()
      await insertEndpoint(owner, derivedRing, holder.id, `${receiver.url}/yes`)
      const { id } = await insertEndpoint(owner, derivedRing, holder.id, `${receiver.url}/no`)
      await insertEvents(owner, holder.id, 2)
      await eventually(async () => (await counted()) === '2,2,0')
      await world.sql(`update webhook_delivery set tries = 9, next_at = now() where endpoint_id = '${id}'`)
      await world.sql(`update webhook_endpoint set due_at = now() where id = '${id}'`)
      await eventually(async () => (await counted()) === '2,2,2')
    },

    async tijdig_webhook_first_attempt_seconds(t) {
      const measured = await startWorker(t)
      const name = 'tijdig_webhook_first_attempt_seconds'
      assert.equal((await measured())[`${name}_count`], 0)
      const receiver = await startReceiver()
      t.after(() => receiver.close())
      const holder = await world.createHolder()
      await insertEndpoint(owner, derivedRing, holder.id, receiver.url)
      const sinceMs = performance.now()
      await insertEvents(owner, holder.id, 1)
      await eventually(async () => (await measured())[`${name}_count`] === 1)
      assertSeconds((await measured())[`${name}_sum`], 0, sinceMs)
    },

    async tijdig_events_unnumbered(t) {
      assert.equal((await ofApi())['tijdig_events_unnumbered'], 0)
      const holder = await world.createHolder()
      await world.sql(`insert into event_stream (platform_holder_id) values ('${holder.id}')`)
      await insertEvents(owner, holder.id, 3)
      assert.equal((await ofApi())['tijdig_events_unnumbered'], 3)
      await startWorker(t)
      await eventually(async () => (await ofApi())['tijdig_events_unnumbered'] === 0)
    },

    async tijdig_database_up() {
      assert.equal((await ofApi())['tijdig_database_up'], 1)
      await withoutWrites(async () => assert.equal((await ofApi())['tijdig_database_up'], 0))
    },

    async tijdig_database_fault() {
      const told = async () => {
        const series = await ofApi()
        return ['unreachable', 'disk_full', 'read_only', 'other'].map(
          (reason) => series[`tijdig_database_fault{reason="${reason}"}`],
        )
      }
      assert.deepEqual(await told(), [0, 0, 0, 0])
      await withoutWrites(async () => assert.deepEqual(await told(), [0, 0, 1, 0]))
    },
  }

  /** A holder whose calendar has this many events, and is due. */
  async function connectCalendar(events: number): Promise<Practice> {
    const made = await practice()
    const account = `${made.holder.id}@praktijk.example`
    const grant = await grantAtTwin(world, 'google_calendar', account)
    for (let index = 0; index < events; index += 1)
      await putGoogleEvent(world, account, `event-${index}`, made.now.add({ hours: 24 * (index + 2) }))
    await connect(world, made.holder, 'google_calendar', grant, [account])
    return made
  }

  /** Has new connections to the database find it as one that takes no writes. */
  async function withoutWrites(work: () => Promise<void>): Promise<void> {
    const begin = async (change: string, isReadOnly: 0 | 1) => {
      const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
      await owner.query(`alter database ${rows[0]?.name} ${change}`)
      await owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = $1',
        ['client backend'],
      )
      // A connection that was lost is found to be so by whoever asks it next.
      await eventually(async () => {
        const series = await ofApi()
        return (
          series['tijdig_database_fault{reason="unreachable"}'] === 0 && series['tijdig_database_up'] !== isReadOnly
        )
      })
    }
    await begin('set default_transaction_read_only = on', 1)
    try {
      await work()
    } finally {
      await begin('reset default_transaction_read_only', 0)
    }
  }

  test('each has a test by value', async () => {
    const response = await fetch(`http://127.0.0.1:${world.settings.ports.admin}/metrics`)
    const names = Array.from((await response.text()).matchAll(/^# TYPE (\w+) /gm), ([, name]) => name ?? '')
    // Those of the process itself are the library's.
    const own = names.filter((name) => !/^(process|nodejs)_/.test(name))
    assert.deepEqual(own.toSorted(), Object.keys(scenarios).toSorted())
  })
  for (const [name, scenario] of Object.entries(scenarios)) test(name, scenario)
})

const waitingForLock = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
