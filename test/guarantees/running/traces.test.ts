import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { launchServe } from '../../crash/processes.ts'
import { eventually, testSecret } from '../../harness.ts'
import { freePorts, testDatabase } from '../../postgres.ts'
import { person, startWorld, step } from '../world.ts'

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }
type SpanData = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
}

/** A collector: what is handed to it by OTLP over HTTP. */
async function startCollector() {
  const spans: SpanData[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    bodies.push(body)
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SpanData[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, spans, bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const valueOf = ({ attributes }: SpanData, key: string) =>
  attributes.find((attribute) => attribute.key === key)?.value['stringValue']

test('a reminder is followed from intake to receipt in traces by the id of its appointment, without anything of its person', async (t) => {
  const collector = await startCollector()
  const world = await startWorld({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  t.after(async () => {
    await world.stop()
    collector.server.close()
  })
  const holder = await world.createHolder()
  await world.editPolicy(holder, { steps: [step('P1D', 'sms')], quietHours: null })
  const visit = { ...person(), startsAt: (await world.clock.now()).add({ hours: 25 }) }
  const { appointmentId } = await world.intake(holder, visit)
  await world.run('PT2H')
  const about = (name: string) =>
    collector.spans.find((span) => span.name === name && valueOf(span, 'tijdig.appointment.id') === appointmentId)
  const route = 'POST /api/v1/platform-holders/:platformHolderId/appointments/intake'
  const [intake, handOver, receipt] = await eventually(async () => {
    const found = [about(route), about('hand over'), about('receipt')]
    return found.every((span) => span !== undefined) && found
  })
  assert.equal(valueOf(intake!, 'tijdig.operation'), 'submitHolderAppointmentIntake')

  const partsOf = (whole: SpanData | undefined) => collector.spans.filter((span) => span.parentSpanId === whole?.spanId)
  const transaction = partsOf(intake).find((span) => span.name === 'transaction')
  assert.ok(partsOf(transaction).some((span) => span.name === 'insert_reminders'))
  assert.ok(partsOf(handOver).some((span) => span.name === 'provider call'))
  const webhook = collector.spans.find((span) => span.traceId === receipt?.traceId && !span.parentSpanId)
  assert.match(webhook?.name ?? '', /^POST \/webhooks\/sms\//)

  const sent = collector.bodies.join('\n')
  for (const word of [visit.name, visit.phone, visit.phone.slice(1), visit.email, holder.apiKey, 'select ', 'update '])
    assert.ok(!sent.includes(word), word)

  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await fetch(`${world.baseUrl}/healthz`, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
  await eventually(async () =>
    collector.spans.some((span) => span.traceId === traceId && span.parentSpanId === '00f067aa0ba902b7'),
  )
})

test('without a collector nothing of OpenTelemetry that makes or sends spans is loaded, with one it is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-traces-'))
  t.after(() => rm(folder, { recursive: true }))
  const hook = join(folder, 'note.mjs')
  await writeFile(
    hook,
    `import { registerHooks } from 'node:module'
     import { appendFileSync } from 'node:fs'
     registerHooks({ load(url, context, next) { appendFileSync(process.env.TIJDIG_TEST_LOADED, url + '\\n'); return next(url, context) } })`,
  )
  // It is away, which keeps nothing from running.
  const collector = 'http://127.0.0.1:1'
  const loadedWith = async (name: string, env: Record<string, string>) => {
    const file = join(folder, name)
    const [database, [api, login, admin]] = await Promise.all([testDatabase(), freePorts(3)])
    const serve = launchServe(t, {
      env: {
        DATABASE_URL: database.url,
        TIJDIG_ENVIRONMENT: 'test',
        TIJDIG_SECRET: testSecret,
        TIJDIG_PORT: String(api),
        TIJDIG_LOGIN_PORT: String(login),
        TIJDIG_ADMIN_PORT: String(admin),
        TIJDIG_TEST_LOADED: file,
        NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`,
        ...env,
      },
      args: ['--roles', 'api,login,worker'],
    })
    await serve.untilReady()
    await serve.kill()
    return (await readFile(file, 'utf8')).split('\n')
  }
  const makesSpans = (url: string) => /@opentelemetry\/(sdk-trace|exporter-trace-otlp-http)\//.test(url)
  const without = await loadedWith('without', {})
  assert.ok(without.some((url) => url.endsWith('/src/app/product.ts')))
  assert.deepEqual(without.filter(makesSpans), [])
  assert.ok((await loadedWith('with', { OTEL_EXPORTER_OTLP_ENDPOINT: collector })).some(makesSpans))
})
