import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { compareServers } from '../measuring/compare-servers.ts'
import type { BenchServer } from '../seeding/database.ts'
import { createHolders } from '../seeding/holder.ts'
import { median, type Result } from '../measuring/result.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'
import { runSql } from '../seeding/database.ts'

const spanSeconds = 300 * 86_400

/** `GET /me` and a list of 25 appointments, on 50 connections. `read` repeats the worse of the two. */
export async function benchRead(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const databaseUrl = await server.createDatabase()
  const [holder] = await createHolders(databaseUrl, 1)
  if (!holder) throw new Error('There is no holder to measure with')
  const firstStartsAt = Temporal.Now.instant().add({ hours: 30 * 24 })
  await seedAppointments(databaseUrl, {
    holderId: holder.id,
    series: 1,
    count: 10_000,
    firstStartsAt,
    spanSeconds,
    steps: [promptStep, reminderStep],
  })
  await runSql(databaseUrl, 'vacuum (analyze)')
  const who = { holderId: holder.id, apiKey: holder.apiKey }
  const me = await compareServers(
    {
      name: 'read-me',
      databaseUrl,
      connections: 50,
      planOf: () => ({ kind: 'me', ...who }),
      sends: ['find_credential', 'begin', 'insert_audit_event', 'commit'],
    },
    settings,
  )
  const list = await compareServers(
    {
      name: 'read-list',
      databaseUrl,
      connections: 50,
      planOf: () => ({
        kind: 'list',
        ...who,
        fromMs: firstStartsAt.epochMilliseconds,
        spanMs: spanSeconds * 990,
      }),
      sends: ['find_credential', 'begin', 'list_appointments_26_from', 'insert_audit_event', 'commit'],
    },
    settings,
  )
  const results: Result[] = [
    { name: 'read-me', ratios: me.ratios, target: 0.85 },
    { name: 'read-list', ratios: list.ratios, target: 0.85 },
  ]
  const worst = median(me.ratios) < median(list.ratios) ? me.ratios : list.ratios
  const notes = [`memory of the API process while lists are read: peak ${list.peakMemoryMb.toFixed(0)} MB`]
  return { notes, results: [...results, { name: 'read', ratios: worst, target: 0.85 }] }
}
