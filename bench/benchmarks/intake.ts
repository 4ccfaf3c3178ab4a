import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { compareServers } from '../measuring/compare-servers.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders } from '../seeding/holder.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'

/** New appointments with their planned reminders, durably committed, on 50 connections. */
export async function benchIntake(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const databaseUrl = await server.createDatabase()
  const [holder] = await createHolders(databaseUrl, 1)
  if (!holder) throw new Error('There is no holder to measure with')
  await fillDatabase(databaseUrl, holder.id)
  const { ratios, peakMemoryMb } = await compareServers(
    {
      name: 'intake',
      databaseUrl,
      connections: 50,
      planOf: (run) => ({ kind: 'intake', holderId: holder.id, apiKey: holder.apiKey, run }),
      sends: [
        'find_credential',
        'begin',
        'lock_source_key',
        'select_appointment_by_source',
        'select_intake_planning',
        'select_holder_context',
        'insert_holder_recipient',
        'insert_appointment',
        'insert_reminders',
        'insert_audit_event',
        'commit',
      ],
    },
    settings,
  )
  return {
    notes: [`memory of the API process under intake load: peak ${peakMemoryMb.toFixed(0)} MB, target below 200 MB`],
    results: [{ name: 'intake', ratios, target: 0.75 }],
  }
}

/** On empty tables the first connections keep poor plans until PostgreSQL gathers statistics. */
async function fillDatabase(databaseUrl: string, holderId: string): Promise<void> {
  await seedAppointments(databaseUrl, {
    holderId,
    series: 1,
    count: 20_000,
    firstStartsAt: Temporal.Now.instant().add({ hours: 10 * 24 }),
    spanSeconds: 60 * 86_400,
    steps: [promptStep, reminderStep],
  })
  await runSql(databaseUrl, 'vacuum (analyze)')
}
