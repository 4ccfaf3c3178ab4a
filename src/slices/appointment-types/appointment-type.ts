import { Type, type Static, type TString } from 'typebox'
import {
  CreatedAt,
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  readableText,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { platformId } from '#/kernel/ids.ts'
import { locales, type Locale } from '#/locales/locales.ts'
import { reminderSteps } from '#/slices/reminders/reminders.ts'

/** A text per locale of the contract, each optional. */
function localized<S extends TString>(text: S, options: Record<string, unknown>) {
  const properties = Object.fromEntries(locales.map((locale) => [locale, Type.Optional(text)]))
  return strictObject(properties as Record<Locale, ReturnType<typeof Type.Optional<S>>>, options)
}

const Name = localized(readableText(120), {
  minProperties: 1,
  title: 'AppointmentTypeName',
  description: 'The name per language; `nl` or the default language of your organization is required.',
  examples: [{ nl: 'Controle', en: 'Check-up' }],
})

const Instructions = localized(Type.String({ minLength: 1, maxLength: 1000 }), {
  title: 'AppointmentTypeInstructions',
  description: 'A text per language; shown to the recipient after sign-in only.',
  examples: [{ nl: 'Kom nuchter.' }],
})

const deadline = nullable(
  Type.String({
    maxLength: 40,
    description:
      'Until how long before the start the recipient may act, as ISO 8601 duration (P30D to PT1H); null: until the start.',
    examples: ['PT24H'],
  }),
)

const recipientActions = {
  confirm: Type.Boolean({ description: 'Whether the recipient can confirm.' }),
  cancelRequest: Type.Boolean({ description: 'Whether the recipient can ask to cancel.' }),
  rescheduleRequest: Type.Boolean({ description: 'Whether the recipient can ask to move it.' }),
}
const RecipientActions = strictObject(
  { ...recipientActions, deadline },
  {
    title: 'RecipientActions',
    description: 'What the recipient may do, and until when.',
  },
)
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
  smsSafe: Type.Boolean({
    description: 'Whether messages may contain the name. Use false when the name says something about health.',
    default: false,
  }),
  durationMinutes: Type.Integer({
    minimum: 5,
    maximum: 1440,
    description: 'How long such an appointment takes.',
    examples: [20],
  }),
  locationIds: Type.Array(Identifier, {
    title: 'LocationIds',
    maxItems: 100,
    uniqueItems: true,
    description: 'Locations of the scheduling set-up; empty means all.',
  }),
  reminderPlan: nullable(
    strictObject(
      { steps: reminderSteps },
      {
        title: 'ReminderPlan',
        description: 'Replaces the steps of the reminder policy; null uses those.',
      },
    ),
  ),
  skipIfConfirmed: Type.Boolean({
    description: 'Whether a confirmation also stops steps of kind `reminder`.',
    default: false,
  }),
  recipientActions: RecipientActions,
  instructions: Instructions,
  layoutId: nullable(described(Identifier, 'The layout the app shows it in; null for the default.')),
  color: Type.String({
    title: 'Color',
    pattern: '^#[0-9A-F]{6}$',
    examples: ['#2F6FDE'],
    description: 'Color in calendars, as RGB.',
  }),
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
    strictObject(
      {
        confirm: Type.Optional(recipientActions.confirm),
        cancelRequest: Type.Optional(recipientActions.cancelRequest),
        rescheduleRequest: Type.Optional(recipientActions.rescheduleRequest),
        deadline: Type.Optional(deadline),
      },
      { title: 'RecipientActionsChange', description: 'What the recipient may do; omitted fields are kept.' },
    ),
  ),
  instructions: Type.Optional(writableType.instructions),
  layoutId: Type.Optional(writableType.layoutId),
  color: Type.Optional(writableType.color),
}

export const AppointmentTypeStatus = oneOf(['active', 'archived'], {
  title: 'AppointmentTypeStatus',
  description: 'Appointments keep an archived type; no other can get it.',
})

export const typeView = {
  id: described(Identifier, 'Permanent id of the type.'),
  platformHolderId: nullable(described(Identifier, 'Your organization; null for a global type.')),
  ownership: oneOf(['global', 'own'], { description: 'Whose type it is. Global types cannot be changed.' }),
  version: Version,
  status: AppointmentTypeStatus,
  ...writableType,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  archivedAt: nullable(described(Instant, 'When it was archived; null while it is active.')),
}

export const AppointmentType = strictObject(typeView, { title: 'AppointmentType' })

const Writable = strictObject(writableType)
export type WritableType = Static<typeof Writable>
const Changes = strictObject(typeChanges)
export type TypeChanges = Static<typeof Changes>

/** What a new type has for the fields it leaves out. */
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
