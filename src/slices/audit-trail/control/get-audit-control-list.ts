import { Type } from 'typebox'
import { operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, nullable, oneOf, strictObject } from '#/kernel/schema.ts'
import { listOpenings, selectNames, selectZone, type LocalDay } from './control-store.ts'
import { OpeningCount } from './count-openings.ts'

/** When most organizations work: what lies outside is worth a look, and no fault. */
const workHours = [7, 20] as const

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] })

const Opener = strictObject(
  {
    actorId: described(Identifier, 'Who of your staff, or which program.'),
    actorName: nullable(
      Type.String({ maxLength: 320, description: 'Its address or name as it is now.', examples: ['anna@example.com'] }),
    ),
    people: count('How many different people were opened.'),
    openings: count('How often in all; the same person within the same hour counts once.'),
    outsideHours: count('How many of these on a Sunday, before 7:00 or from 20:00, local time.'),
    mostOpened: described(Identifier, 'The person opened most often.'),
    mostOpenings: count('How often that person was.'),
  },
  { title: 'ControlledStaff' },
)

export const getAuditControlList = operation({
  operationId: 'getAuditControlList',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/audit-control-list',
  tag: 'Audit trail',
  summary: 'Read who opened most people in a month',
  description:
    'For the regular check of who looks at whom: for each of your staff how many people they opened in a calendar month of your zone, how often outside working hours, and whom most often. Opening an appointment, a person, a reply or a request counts; lists, in which many are seen at once, do not. Counted when it is read, at most the hundred highest. The figures are a reason to ask and prove nothing.',
  role: 'platform_holder_user',
  scope: 'audit:read',
  auth: ['apiKey', 'browserSession'],
  params: strictObject({ platformHolderId: HolderPathId }),
  query: strictObject({
    month: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
        description: 'Year and month; this month when left out.',
        examples: ['2026-11'],
      }),
    ),
    order: Type.Optional(
      oneOf(['people', 'outside', 'often'], {
        description: 'Highest first by number of people (when left out), outside hours, or of one person.',
      }),
    ),
  }),
  body: null,
  success: [200],
  data: strictObject({
    month: Type.String({ maxLength: 7, description: 'Year and month.', examples: ['2026-11'] }),
    items: Type.Array(Opener, { maxItems: 100, description: 'Staff who opened anybody, highest first.' }),
  }),
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d05' },
    query: { month: '2026-11' },
    data: {
      month: '2026-11',
      items: [
        {
          actorId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d0a',
          actorName: 'anna@example.com',
          people: 212,
          openings: 260,
          outsideHours: 3,
          mostOpened: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d0c',
          mostOpenings: 9,
        },
      ],
    },
  },
}).handleInSteps(async (ctx, { query }) => {
  const [row] = await ctx.step(({ tx }) => tx.rows(selectZone, [ctx.platformHolderId]))
  const timezone = row?.defaultTimezone ?? 'UTC'
  const today = ctx.now.toZonedDateTimeISO(timezone).toPlainDate()
  const month = query.month ?? today.toPlainYearMonth().toString()
  const count = new OpeningCount()
  // Day by day, because a month of a hospital takes longer than one statement may.
  for (const day of daysOf(month, timezone)) {
    if (ctx.gone?.aborted || Temporal.Instant.compare(day.from, ctx.now) > 0) break
    count.add(await ctx.step(({ tx }) => listOpenings(tx, day, workHours)))
  }
  const openers = count.list(query.order ?? 'people')
  const ids = openers.map(({ actorId }) => actorId)
  const names = await ctx.step(({ tx }) => tx.rows(selectNames, [ctx.platformHolderId, ids]))
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return { month, items: openers.map((one) => ({ ...one, actorName: nameOf.get(one.actorId) ?? null })) }
})

function daysOf(month: string, timezone: string): LocalDay[] {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const start = (day: number) => first.add({ days: day }).toZonedDateTime(timezone).toInstant()
  return Array.from({ length: first.daysInMonth }, (_, day) => ({ from: start(day), to: start(day + 1), timezone }))
}
