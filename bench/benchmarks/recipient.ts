import { Client } from '#/kernel/postgres/db.ts'
import type { BenchOutcome } from '../measuring/bench-outcome.ts'
import type { CaptureQuestion, Captured } from '../product/captured-statements.ts'
import { apiNodeOptions, startChild, type Child } from '../measuring/child.ts'
import { compareServers, describe } from '../measuring/compare-servers.ts'
import { runSql, type BenchServer } from '../seeding/database.ts'
import { createHolders } from '../seeding/holder.ts'
import type { LoadAnswer, LoadQuestion } from '../measuring/load.ts'
import type { ServerAnswer } from '../product/product-server.ts'
import { requestsOf, type RequestPlan } from '../measuring/request-plan.ts'
import { median, progress, type Result } from '../measuring/result.ts'
import { seedAppointments } from '../seeding/seed.ts'
import { createRecipient, prepareSignIns, type BenchRecipient, type Share } from '../seeding/seed-recipients.ts'
import type { BenchSettings } from '../settings.ts'

const spanSeconds = 300 * 86_400
/** More than either side exchanges; the load generator fails when they run out. */
const signInsPerSecond = 4_000

/** Signing in with a code, the list of one's own appointments, and that list for somebody who has very many. */
export async function benchRecipient(server: BenchServer, settings: BenchSettings): Promise<BenchOutcome> {
  const signIn = await benchSignIn(await server.createDatabase(), settings)
  const list = await benchOwnList(await server.createDatabase(), settings)
  const many = await benchMany(await server.createDatabase(), settings)
  return { notes: many.notes, results: [signIn, list, many.result] }
}

async function benchSignIn(databaseUrl: string, settings: BenchSettings): Promise<Result> {
  const challenges = Math.ceil(signInsPerSecond * Math.max(3, settings.seconds))
  progress(`recipient-sign-in: preparing ${challenges} challenges`)
  const renew = await prepareSignIns(databaseUrl, challenges)
  const { ratios } = await compareServers(
    {
      name: 'recipient-sign-in',
      databaseUrl,
      role: 'login',
      connections: 50,
      renew,
      planOf: () => ({ kind: 'sign-in', challenges }),
      sends: [
        'select_sign_in_now',
        'begin',
        'select_login_binding',
        'lock_number_of_challenge',
        'open_challenge',
        'use_recipient_code',
        'upsert_profile',
        'insert_recipient_session',
        'commit',
        'begin',
        'insert_audit_event',
        'commit',
        'find_linked_recipient',
      ],
    },
    settings,
  )
  return { name: 'recipient-sign-in', ratios, target: 0.5 }
}

/** Somebody with 500 appointments at ten holders, who pages through them. */
async function benchOwnList(databaseUrl: string, settings: BenchSettings): Promise<Result> {
  const { firstStartsAt, shares } = await seedHolders(databaseUrl, 10, 10_000)
  const recipient = await createRecipient(
    databaseUrl,
    shares.map((share) => ({ ...share, first: 1, every: 20, count: 50 })),
  )
  await runSql(databaseUrl, 'vacuum (analyze)')
  const { ratios } = await compareServers(
    {
      name: 'recipient-list',
      databaseUrl,
      connections: 50,
      planOf: () => ownList(recipient, 25, firstStartsAt, 0.9),
      sends: ['find_credential', 'begin', 'list_own_appointments_26_from', 'insert_audit_event', 'commit'],
    },
    settings,
  )
  return { name: 'recipient-list', ratios, target: 0.5 }
}

/**
 * The first page (25) of somebody with 5,000 appointments at 40 holders against that of somebody with five in all, in
 * the same database, in turn, on 4 connections. A page of five of the 5,000, an answer of the same size, is a note.
 */
async function benchMany(
  databaseUrl: string,
  settings: BenchSettings,
): Promise<{ notes: readonly string[]; result: Result }> {
  const count = settings.growthStages.at(-1) ?? 1_000_000
  const { firstStartsAt, shares } = await seedHolders(databaseUrl, 40, count)
  const each = Math.min(125, Math.floor(count / 80))
  const every = Math.floor(count / 40 / each)
  const many = await createRecipient(
    databaseUrl,
    shares.map((share) => ({ ...share, first: 1, every, count: each })),
  )
  const few = await createRecipient(
    databaseUrl,
    shares.slice(0, 1).map((share) => ({ ...share, first: 2, every, count: 5 })),
  )
  await runSql(databaseUrl, 'vacuum (analyze)')
  const plans = {
    many: ownList(many, 25, firstStartsAt, 0.9),
    few: ownList(few, 25, firstStartsAt, 0),
    fiveOfMany: ownList(many, 5, firstStartsAt, 0.9),
  }
  const children: Child[] = []
  const start = async (script: string, setup: unknown) => {
    const child = await startChild(script, setup, apiNodeOptions)
    children.push(child)
    return child
  }
  try {
    const { port } = await (await start('product/product-server.ts', { databaseUrl })).ask<ServerAnswer>(null)
    const load = await start('measuring/load.ts', null)
    const measure = (plan: RequestPlan, seconds: number) => {
      const question: LoadQuestion = { port, connections: 4, seconds, plan }
      return load.ask<LoadAnswer>(question)
    }
    for (const plan of Object.values(plans)) await measure(plan, Math.min(3, settings.seconds))
    const p50s: { many: number; few: number; fiveOfMany: number }[] = []
    for (let pair = 1; pair <= settings.pairs; pair += 1) {
      const ofMany = await measure(plans.many, settings.seconds)
      const ofFew = await measure(plans.few, settings.seconds)
      const ofFive = await measure(plans.fiveOfMany, settings.seconds)
      p50s.push({ many: ofMany.p50Ms, few: ofFew.p50Ms, fiveOfMany: ofFive.p50Ms })
      progress(
        `recipient-many: pair ${pair}: of ${each * 40} ${describe(ofMany)}; of 5 ${describe(ofFew)}; five of many ${describe(ofFive)}`,
      )
    }
    for (const [name, recipient] of Object.entries({ many, few }))
      await explain(databaseUrl, name, recipient, firstStartsAt, plans.many)
    const middle = (of: 'many' | 'few' | 'fiveOfMany') => median(p50s.map((p50) => p50[of])).toFixed(2)
    return {
      notes: [
        `own list among ${count} appointments: p50 of the first page ${middle('many')} ms with ${each * 40} at 40 holders, ${middle('few')} ms with 5; of five of the ${each * 40} ${middle('fiveOfMany')} ms`,
      ],
      result: { name: 'recipient-many', ratios: p50s.map((p50) => p50.many / p50.few), target: 1.5 },
    }
  } finally {
    for (const child of children) await child.stop()
  }
}

/** Holders with equally many appointments, a series for each, and no reminders, which the lists do not read. */
async function seedHolders(databaseUrl: string, holders: number, count: number) {
  progress(`recipient: adding ${count} appointments at ${holders} holders`)
  const firstStartsAt = Temporal.Now.instant().add({ hours: 30 * 24 })
  const shares: Pick<Share, 'holderId' | 'series'>[] = []
  for (const [index, { id: holderId }] of (await createHolders(databaseUrl, holders)).entries()) {
    const series = index + 1
    const seed = { holderId, series, count: Math.ceil(count / holders), firstStartsAt, spanSeconds, steps: [] }
    await seedAppointments(databaseUrl, seed)
    shares.push({ holderId, series })
  }
  return { firstStartsAt, shares }
}

/** @param share the part of the time span of all appointments in which pages begin */
function ownList(
  { apiKey }: BenchRecipient,
  pageSize: number,
  firstStartsAt: Temporal.Instant,
  share: number,
): RequestPlan {
  const [fromMs, spanMs] = [firstStartsAt.epochMilliseconds, spanSeconds * 1_000 * share]
  return { kind: 'own-list', apiKey, pageSize, fromMs, spanMs }
}

/** Prints the plans of the product's own query under its role: the custom and the generic one. */
async function explain(
  databaseUrl: string,
  name: string,
  { id }: BenchRecipient,
  from: Temporal.Instant,
  plan: RequestPlan,
): Promise<void> {
  const capture = await startChild('product/captured-statements.ts', { databaseUrl })
  const client = new Client({ connectionString: databaseUrl, options: '-c role=tijdig_api -c timezone=UTC' })
  try {
    const question: CaptureQuestion = { request: requestsOf(plan, 'localhost')() }
    const statements = await capture.ask<Captured[]>(question)
    const text = statements.find((statement) => statement.name.startsWith('list_own_appointments'))?.text ?? ''
    await client.connect()
    await client.query(`prepare own (uuid, timestamptz) as ${text}`)
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`begin; set local app.recipient = '${id}'; set local plan_cache_mode = ${mode}`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers) execute own ('${id}', '${from.toString()}')`,
      )
      await client.query('rollback')
      progress([`own list of ${name}, ${mode}:`, ...rows.map((row) => row['QUERY PLAN'])].join('\n'))
    }
  } finally {
    await client.end()
    await capture.stop()
  }
}
