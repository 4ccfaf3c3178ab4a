import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import { apiNodeOptions, startChild, type Child } from '../measuring/child.ts'
import { describe } from '../measuring/compare-servers.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders, type BenchHolder } from '../seeding/holder.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import type { RequestPlan } from '../measuring/request-plan.ts'
import { progress } from '../measuring/result.ts'
import { promptStep, reminderStep, seedAppointments } from '../seeding/seed.ts'
import type { BenchSettings } from '../settings.ts'

const series = 1
const connections = 50
const apartSeconds = 60

/** The other step stays: every edit ends half of the unsent reminders and plans as many others. */
const promptOffsets = ['P2D', 'P3D']

/**
 * An edit of an appointment type that all appointments of a holder have, while its source system goes on sending: new
 * appointments of the same type, known ones unchanged, and known ones moved. How long the edit takes, and the p99 of
 * intake during it over that of a quiet moment just before.
 */
export async function benchReplan(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const databaseUrl = await server.createDatabase()
  const [holder] = await createHolders(databaseUrl, 1)
  if (!holder) throw new Error('There is no holder to measure with')
  const count = Math.ceil(settings.replanRows / 2)
  const firstStartsAt = Temporal.Now.instant()
    .round('minute')
    .add({ hours: 40 * 24 })
  progress(`replan: adding ${count} appointments with two reminders each`)
  await seedAppointments(databaseUrl, {
    holderId: holder.id,
    series,
    count,
    firstStartsAt,
    spanSeconds: count * apartSeconds,
    steps: [promptStep, reminderStep],
  })
  const children: Child[] = []
  try {
    const product = await startChild('product/product-server.ts', { databaseUrl }, apiNodeOptions)
    children.push(product)
    const load = await startChild('measuring/load.ts', null)
    children.push(load)
    const { port } = await product.ask<ServerAnswer>(null)
    const type = await createType(port, holder)
    await giveType(databaseUrl, holder, type.id)
    await runSql(databaseUrl, 'vacuum (analyze)')
    const planOf = (run: string): RequestPlan => ({
      kind: 'mixed',
      holderId: holder.id,
      apiKey: holder.apiKey,
      run,
      series,
      count,
      firstStartsAtMs: firstStartsAt.epochMilliseconds,
      apartSeconds,
      unchangedShare: 0.2,
      movedShare: 0.0002,
    })
    const measure = (run: string, beside?: string) => {
      const question: LoadQuestion = { port, connections, seconds: settings.seconds, plan: planOf(run) }
      return load.ask<LoadAnswer>(beside === undefined ? question : { ...question, beside: { port, request: beside } })
    }
    progress('replan: warming up')
    await measure('warm-up')
    // Seeded reminders are not quite what the product plans; after one edit they are.
    await measure('first-edit', patch(holder, type.id, editBody(1)))
    const rounds: { seconds: number; ratio: number }[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const quiet = await measure(`quiet-${pair}`)
      await removeIntake(databaseUrl)
      const busy = await measure(`edit-${pair}`, patch(holder, type.id, editBody(pair + 1)))
      await checkPlanned(databaseUrl, holder, count)
      rounds.push({ seconds: busy.seconds, ratio: busy.p99Ms / quiet.p99Ms })
      progress(
        `replan: edit ${pair}: ${busy.seconds.toFixed(1)} s; intake quiet ${describe(quiet)}; during the edit ${describe(busy)}, max ${busy.maxMs.toFixed(0)} ms`,
      )
    }
    const { peakMemoryMb } = await product.ask<ServerAnswer>(null)
    return {
      notes: [`memory of the API process that edits: peak ${peakMemoryMb.toFixed(0)} MB`],
      results: [
        { name: 'replan-intake-p99', ratios: rounds.map((round) => round.ratio), target: 4 },
        { name: 'replan', unit: 'seconds', ratios: rounds.map((round) => round.seconds), target: 20 },
      ],
    }
  } finally {
    for (const child of children) await child.stop()
  }
}

async function createType(port: number, holder: BenchHolder): Promise<{ readonly id: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/platform-holders/${holder.id}/appointment-types`, {
    method: 'POST',
    headers: { authorization: `Bearer ${holder.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ clientRequestId: crypto.randomUUID(), name: { nl: 'Controle' }, durationMinutes: 20 }),
  })
  if (response.status !== 201) throw new Error(await response.text())
  return ((await response.json()) as { data: { id: string } }).data
}

/** Deletes what intake has added, so that every edit starts with the same number of reminders. */
async function removeIntake(databaseUrl: string): Promise<void> {
  const added = `select id from appointment where external_appointment_id not like '${series}-%'`
  await runSql(
    databaseUrl,
    `delete from reminder where appointment_id in (${added})`,
    `delete from appointment where id in (${added})`,
    'vacuum (analyze)',
  )
}

/** Gives the type to existing appointments and to those that come in. */
async function giveType(databaseUrl: string, holder: BenchHolder, typeId: string): Promise<void> {
  await runSql(
    databaseUrl,
    `update appointment set appointment_type_id = '${typeId}', plan_stamp = plan_stamp || ' 1' where platform_holder_id = '${holder.id}'`,
    `update reminder_policy set intake_default_type_id = '${typeId}' where platform_holder_id = '${holder.id}'`,
  )
}

function editBody(expectedVersion: number): string {
  const offset = promptOffsets[expectedVersion % promptOffsets.length]
  const steps = [
    { offset: 'P7D', channel: 'email', fallback: 'none', kind: 'reminder' },
    { offset, channel: 'preferred', fallback: 'email', kind: 'confirm_prompt' },
  ]
  return JSON.stringify({ expectedVersion, reminderPlan: { steps } })
}

function patch(holder: BenchHolder, typeId: string, body: string): string {
  return `PATCH /api/v1/platform-holders/${holder.id}/appointment-types/${typeId} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${holder.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** Checks that the edit forgot none, which would be faster. */
async function checkPlanned(databaseUrl: string, holder: BenchHolder, atLeast: number): Promise<void> {
  const [row] = await runSql(
    databaseUrl,
    `select count(*)::int as all, count(*) filter (where plan_stamp not like '% ' || t.plan_version)::int as outdated,
       count(*) filter (where (select count(*) from reminder r where r.platform_holder_id = a.platform_holder_id and r.appointment_id = a.id
         and r.schedule_revision = a.schedule_revision and r.state = 'planned') <> 2)::int as wrong
     from appointment a join appointment_type t on t.id = a.appointment_type_id where a.platform_holder_id = '${holder.id}'`,
  )
  const { all = 0, outdated, wrong } = row ?? {}
  if (Number(all) < atLeast || outdated !== 0 || wrong !== 0)
    throw new Error(
      `Of ${String(all)} appointments ${String(outdated)} are outdated and ${String(wrong)} have a wrong plan`,
    )
}
