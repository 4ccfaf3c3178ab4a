import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { AppError, invalid, versionConflict } from '#/kernel/errors.ts'
import { none, operation, type Fields } from '#/kernel/operation.ts'
import { described, ExpectedVersion, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import {
  longestCalendarId,
  mostCalendars,
  type StoredCalendar,
} from '#/slices/calendars/selected/selected-calendars.ts'
import { Integration, integrationExample, readIntegration, requireProvider } from './integration-view.ts'
import { lockConnection, storeCalendars } from './store.ts'

const CalendarChoice = strictObject(
  {
    calendarId: Type.String({
      minLength: 1,
      maxLength: longestCalendarId,
      description: 'Its calendarId in the connection.',
      examples: ['agenda@praktijk.example'],
    }),
    selected: Type.Boolean({ description: 'Whether appointments are read from it.' }),
  },
  { title: 'CalendarChoice' },
)

export const updateHolderIntegrationSettings = operation({
  operationId: 'updateHolderIntegrationSettings',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/integrations/{integrationId}',
  tag: 'Integrations',
  summary: 'Choose which calendars are read',
  description: 'Omitted calendars keep their setting.',
  role: 'platform_holder_user',
  scope: 'integrations:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'integrations' },
  target: { readBy: 'getHolderIntegration', part: chosenOf, shows: ['name', 'accountLabel'] },
  params: strictObject({
    platformHolderId: HolderPathId,
    integrationId: described(ResourceId, 'Id of the kind of calendar, from the list.'),
  }),
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    calendars: Type.Array(CalendarChoice, {
      minItems: 1,
      maxItems: mostCalendars,
      description: 'The calendars to select or deselect.',
    }),
  }),
  success: [200],
  data: Integration,
  versionIn: 'connection',
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', integrationId: integrationExample.id },
    body: { expectedVersion: 2, calendars: [{ calendarId: 'agenda@praktijk.example', selected: true }] },
    data: integrationExample,
  },
}).handle(async (ctx, { params, body }) => {
  requireProvider(ctx, params.integrationId)
  const row = await lockConnection(ctx.tx, params.integrationId)
  if (row && row.version !== body.expectedVersion) throw versionConflict(row.version)
  if (row?.status !== 'connected' && row?.status !== 'action_required')
    throw new AppError('STATE_CONFLICT', { message: 'This calendar is not connected.' })
  const calendars = choose(row.calendars, body.calendars)
  if (!isDeepStrictEqual(calendars, row.calendars)) await storeCalendars(ctx.tx, params.integrationId, calendars)
  ctx.touch(params.integrationId)
  return readIntegration(ctx, params.integrationId)
})

/** @throws AppError VALIDATION_FAILED for a calendar the account does not have, or one named twice */
function choose(
  known: readonly StoredCalendar[],
  choices: readonly { readonly calendarId: string; readonly selected: boolean }[],
): StoredCalendar[] {
  const chosen = new Map<string, boolean>()
  choices.forEach(({ calendarId, selected }, index) => {
    const path = `calendars.${index}.calendarId`
    if (chosen.has(calendarId)) throw invalid({ path, code: 'conflict', message: 'Each calendar can be named once.' })
    if (!known.some((calendar) => calendar.calendarId === calendarId))
      throw invalid({
        path,
        code: 'not_allowed',
        message: 'The account has no such calendar. Read the connection for its calendars.',
      })
    chosen.set(calendarId, selected)
  })
  return known.map((calendar) => {
    const selected = chosen.get(calendar.calendarId)
    const isAsBefore = selected === calendar.selected && (calendar.problem ?? null) === null
    // Whoever chooses has seen what was wrong with it.
    return selected === undefined || isAsBefore ? calendar : { ...calendar, selected, problem: null }
  })
}

/** The connection with the calendars that a choice names, in its order. */
function chosenOf({ name, connection }: Fields, { calendars }: Fields): Fields {
  const { version, accountLabel, calendars: known } = connection as Fields & { calendars: readonly Fields[] }
  const named = (calendars as readonly Fields[]).map(({ calendarId }) =>
    known.find((calendar) => calendar.calendarId === calendarId),
  )
  return { name, version, accountLabel, calendars: named }
}
