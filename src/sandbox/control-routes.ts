import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'

import { parseAdvance } from '#/kernel/time/clock.ts'
import { faultModes, faultProviders } from './faults.ts'
import type { SandboxClock } from './sandbox-options.ts'
import type { TwinWorld } from './twin-world.ts'

const faultBody = (providers: readonly string[]) =>
  Type.Object({
    provider: Type.Enum([...providers]),
    mode: Type.Enum(['none', ...faultModes]),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    to: Type.Optional(Type.String({ minLength: 1 })),
  })
const clockBody = Type.Union([
  Type.Object({ advance: Type.String() }, { additionalProperties: false }),
  Type.Object({ set: Type.String() }, { additionalProperties: false }),
  Type.Object({ reset: Type.Literal(true) }, { additionalProperties: false }),
])

/** Faults, the test clock and the demo data. */
export async function controlRoutes(app: FastifyInstance, world: TwinWorld): Promise<void> {
  const { faults } = world
  const { clock, demo, smsTwins } = world.options
  const providers = [...smsTwins.map(({ name }) => name), ...faultProviders]
  const schema = { body: faultBody(providers) }

  app.get('/faults', async () => ({ items: faults.list(), providers }))
  app.post<{ Body: Static<typeof schema.body> }>('/faults', { schema }, async (request) => {
    const { provider, mode, count, to } = request.body
    faults.set(provider, mode, count ?? null, to?.toLowerCase() ?? null)
    return { items: faults.list() }
  })

  app.get('/clock', () => clockState(clock))
  app.post<{ Body: Static<typeof clockBody> }>('/clock', { schema: { body: clockBody } }, async (request) => {
    await moveClock(clock, request.body)
    return clockState(clock)
  })

  app.get('/demo', () => demo())
}

async function clockState(clock: SandboxClock): Promise<{ now: string; offsetMs: number }> {
  const [now, offsetMs] = await Promise.all([clock.now(), clock.offsetMs()])
  return { now: now.toString(), offsetMs }
}

/** Malformed durations and instants throw RangeError, which the error handler answers with 400. */
async function moveClock(clock: SandboxClock, move: Static<typeof clockBody>): Promise<void> {
  if ('reset' in move) return clock.reset()
  if ('set' in move) return clock.set(Temporal.Instant.from(move.set).toString())
  return clock.advance(parseAdvance(move.advance).toString())
}
