import { Type, type Static, type TString } from 'typebox'
import {
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  readableText,
  strictObject,
} from '#/kernel/schema.ts'
import { platformId } from '#/kernel/ids.ts'
import { locales, type Locale } from '#/messages/locales.ts'
import { reminderSteps } from '#/slices/reminders/reminders.ts'

/** A text per locale of the contract, each optional. */
function localized<S extends TString>(text: S, options: Record<string, unknown>) {
  const properties = Object.fromEntries(locales.map((locale) => [locale, Type.Optional(text)]))
  return strictObject(properties as Record<Locale, ReturnType<typeof Type.Optional<S>>>, options)
}

const Name = localized(readableText(120), {
  minProperties: 1,
  title: 'AppointmentTypeName',
  description: 'Locale to name; `nl` or the default locale of your organization is required.',
})

const Instructions = localized(Type.String({ minLength: 1, maxLength: 1000 }), {
  title: 'AppointmentTypeInstructions',
  description: 'Locale to text; shown to the recipient after sign-in only.',
})

const deadline = nullable(
  Type.String({
    maxLength: 40,
    description:
      'ISO 8601 duration before the start (P30D to PT1H) until which the recipient may act; null: the start.',
    examples: ['PT24H'],
  }),
)

const recipientActions = { confirm: Type.Boolean(), cancelRequest: Type.Boolean(), rescheduleRequest: Type.Boolean() }
const RecipientActions = strictObject({ ...recipientActions, deadline }, { title: 'AppointmentTypeRecipientActions' })
export type RecipientActions = Static<typeof RecipientActions>
export const allActions: RecipientActions = {
  confirm: true,
  cancelRequest: true,
  rescheduleRequest: true,
  deadline: null,
}

/** The fields staff may write. */
export const writableType = {
  name: Name,
  smsSafe: Type.Boolean({ description: 'Whether the name may stand in text messages and e-mail.', default: false }),
  durationMinutes: Type.Integer({ minimum: 5, maximum: 1440 }),
  locationIds: Type.Array(Identifier, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Locations of the scheduling set-up; empty means all.',
  }),
  reminderPlan: nullable(
    strictObject({ steps: reminderSteps }, { description: 'In the place of the steps of the reminder policy.' }),
  ),
  skipIfConfirmed: Type.Boolean({ description: 'Whether a confirmation stops plain reminders too.', default: false }),
  recipientActions: RecipientActions,
  instructions: Instructions,
  layoutId: nullable(Identifier),
  color: Type.String({ pattern: '^#[0-9A-F]{6}$', examples: ['#2F6FDE'] }),
}

/** The optional form of the same fields. Actions that are not given keep what they are. */
export const typeChanges = {
  name: Type.Optional(writableType.name),
  smsSafe: Type.Optional(writableType.smsSafe),
  durationMinutes: Type.Optional(writableType.durationMinutes),
  locationIds: Type.Optional(writableType.locationIds),
  reminderPlan: Type.Optional(writableType.reminderPlan),
  skipIfConfirmed: Type.Optional(writableType.skipIfConfirmed),
  recipientActions: Type.Optional(
    strictObject({
      confirm: Type.Optional(recipientActions.confirm),
      cancelRequest: Type.Optional(recipientActions.cancelRequest),
      rescheduleRequest: Type.Optional(recipientActions.rescheduleRequest),
      deadline: Type.Optional(deadline),
    }),
  ),
  instructions: Type.Optional(writableType.instructions),
  layoutId: Type.Optional(writableType.layoutId),
  color: Type.Optional(writableType.color),
}

export const typeView = {
  id: Identifier,
  platformHolderId: nullable(Identifier),
  ownership: oneOf(['global', 'own'], { description: 'Global types cannot be changed.' }),
  version: Type.Integer({ minimum: 1 }),
  status: oneOf(['active', 'archived']),
  ...writableType,
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: nullable(Instant),
}

export const AppointmentType = strictObject(typeView, { title: 'AppointmentType' })

const Writable = strictObject(writableType)
export type WritableType = Static<typeof Writable>
const Changes = strictObject(typeChanges)
export type TypeChanges = Static<typeof Changes>

/** What a type has that says nothing of it. */
export const typeDefaults: Omit<WritableType, 'name' | 'durationMinutes'> = {
  smsSafe: false,
  locationIds: [],
  reminderPlan: null,
  skipIfConfirmed: false,
  recipientActions: allActions,
  instructions: {},
  layoutId: null,
  color: '#2F6FDE',
}

export type StoredType = WritableType & {
  readonly platformHolderId: string
  readonly id: string
  readonly version: number
  readonly status: 'active' | 'archived'
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
  readonly archivedAt: Temporal.Instant | null
}

export function isGlobal(type: Pick<StoredType, 'platformHolderId'>): boolean {
  return type.platformHolderId === platformId
}

export function writableOf(type: StoredType): WritableType {
  const { name, smsSafe, durationMinutes, locationIds, reminderPlan, skipIfConfirmed } = type
  const { recipientActions: actions, instructions, layoutId, color } = type
  const plan = { reminderPlan, skipIfConfirmed }
  return {
    name,
    smsSafe,
    durationMinutes,
    locationIds,
    ...plan,
    recipientActions: actions,
    instructions,
    layoutId,
    color,
  }
}

export function toTypeView(type: StoredType) {
  return {
    id: type.id,
    platformHolderId: isGlobal(type) ? null : type.platformHolderId,
    ownership: isGlobal(type) ? ('global' as const) : ('own' as const),
    version: type.version,
    status: type.status,
    ...writableOf(type),
    createdAt: formatInstant(type.createdAt),
    updatedAt: formatInstant(type.updatedAt),
    archivedAt: formatInstantOrNull(type.archivedAt),
  }
}

export const typeExample = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d30',
  platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
  ownership: 'own' as const,
  version: 1,
  status: 'active' as const,
  ...typeDefaults,
  name: { nl: 'Controle', en: 'Check-up' },
  durationMinutes: 20,
  reminderPlan: {
    steps: [{ offset: 'P2D', channel: 'preferred' as const, fallback: 'email' as const, kind: 'reminder' as const }],
  },
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  archivedAt: null,
}
