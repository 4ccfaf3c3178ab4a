import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { invalid, versionConflict, type Fault } from '#/kernel/errors.ts'
import { none, operation, type Fields } from '#/kernel/operation.ts'
import { described, ExpectedVersion, HolderPathId, ResourceId, strictObject } from '#/kernel/schema.ts'
import {
  AppointmentLayout,
  Components,
  highestSchemaVersion,
  inOrder,
  toLayout,
  type Component,
  type ComponentType,
} from './layout.ts'
import { layoutExample } from './list-holder-appointment-layouts.ts'
import { getLayoutForUpdate, replaceComponents } from './store.ts'

export const updateHolderAppointmentLayout = operation({
  operationId: 'updateHolderAppointmentLayout',
  method: 'PATCH',
  path: '/platform-holders/{platformHolderId}/appointment-layouts/{layoutId}',
  tag: 'Appointment layouts',
  summary: 'Change an appointment layout',
  description:
    'Send the complete list of components: those left out are removed. `date_time`, `provider`, `actions` and `privacy` must be present and visible, else 400 with `not_allowed`.',
  role: 'platform_holder_user',
  scope: 'appointment-layouts:write',
  auth: ['apiKey', 'browserSession'],
  voice: { mode: 'proposal', category: 'planning' },
  target: {
    readBy: 'listHolderAppointmentLayouts',
    part: ({ items }, { layoutId }) => (items as readonly Fields[]).find(({ id }) => id === layoutId),
    shows: ['surface'],
  },
  params: strictObject({ platformHolderId: HolderPathId, layoutId: described(ResourceId, 'The layout.') }),
  query: none,
  body: strictObject({
    expectedVersion: ExpectedVersion,
    schemaVersion: Type.Integer({
      minimum: 1,
      examples: [1],
      description: 'Version of the component format you send.',
    }),
    components: Components,
  }),
  success: [200],
  data: AppointmentLayout,
  errors: ['VERSION_CONFLICT', 'STATE_CONFLICT'],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06', layoutId: layoutExample.id },
    body: { expectedVersion: 1, schemaVersion: 1, components: layoutExample.components },
    data: { ...layoutExample, version: 2 },
  },
}).handle(async (ctx, { params, body }) => {
  const { expectedVersion, schemaVersion } = body
  const components = inOrder(body.components)
  checkComponents(schemaVersion, body.components)
  const layout = await getLayoutForUpdate(ctx.tx, params.layoutId)
  ctx.touch(layout.id)
  if (layout.version !== expectedVersion) throw versionConflict(layout.version)
  if (layout.schemaVersion === schemaVersion && isDeepStrictEqual(layout.components, components))
    return toLayout(layout)
  const updated = await replaceComponents(ctx.tx, layout, { schemaVersion, components })
  if (!updated) throw versionConflict(layout.version)
  return toLayout(updated)
})

/** Who, when, what can be done and what happens with the data: without these a screen would mislead. */
const mandatory: readonly ComponentType[] = ['date_time', 'provider', 'actions', 'privacy']

/** @throws AppError VALIDATION_FAILED with every fault */
function checkComponents(schemaVersion: number, components: readonly Component[]): void {
  const faults: Fault[] = []
  if (schemaVersion > highestSchemaVersion) {
    const message = `This server knows component forms up to ${highestSchemaVersion}.`
    faults.push({ path: 'schemaVersion', code: 'not_allowed', message })
  }
  faults.push(...repeated(components, 'componentId'), ...repeated(components, 'position'))
  components.forEach(({ type, visible }, index) => {
    if (visible || !mandatory.includes(type)) return
    faults.push({ path: `components.${index}.visible`, code: 'not_allowed', message: `${type} cannot be hidden.` })
  })
  for (const type of mandatory) {
    if (components.some((component) => component.type === type)) continue
    faults.push({ path: 'components', code: 'not_allowed', message: `${type} cannot be left out.` })
  }
  if (faults.length > 0) throw invalid(...faults.slice(0, 50))
}

function repeated(components: readonly Component[], field: 'componentId' | 'position'): Fault[] {
  const seen = new Set<string | number>()
  return components.flatMap((component, index) => {
    const isRepeated = seen.has(component[field])
    seen.add(component[field])
    if (!isRepeated) return []
    return [
      {
        path: `components.${index}.${field}`,
        code: 'conflict' as const,
        message: 'Another component has the same value.',
      },
    ]
  })
}
