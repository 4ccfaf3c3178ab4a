import { Type, type Static } from 'typebox'
import {
  described,
  formatInstant,
  formatInstantOrNull,
  Identifier,
  Instant,
  nullable,
  oneOf,
  PlatformHolderId,
  strictObject,
  UpdatedAt,
  Version,
} from '#/kernel/schema.ts'
import { textIn } from '#/messages/catalogues/locales.ts'
import { actionDeadline, recipientActionNames } from '#/slices/appointment-types/appointment-types.ts'
import { PlaceWords } from '#/slices/appointment-facts/appointment-facts.ts'
import {
  AppointmentStatus,
  Confirmation,
  OpenRequest,
  titleOf,
  toConfirmation,
  toOpenRequest,
} from '#/slices/appointments/appointments.ts'
import { ownView, type OwnAppointmentRow } from './appointment-store.ts'
import { Components, inOrder, SchemaVersion } from '#/slices/layouts/layouts.ts'
import { allowedActions } from './recipient-actions.ts'

/** An appointment as its recipient sees it: nothing about how messages fared, and nobody else. */
export const RecipientAppointment = strictObject(
  {
    id: described(Identifier, 'Permanent id of the appointment.'),
    platformHolder: strictObject(
      {
        id: PlatformHolderId,
        displayName: Type.String({
          maxLength: 200,
          description: 'Its display name.',
          examples: ['Huisartsenpraktijk De Linde'],
        }),
        phoneNumber: nullable(
          Type.String({
            maxLength: 40,
            description: 'Phone number to call, or null.',
            examples: ['+31201234567'],
          }),
        ),
        websiteUrl: Type.String({
          maxLength: 2048,
          description: 'Its website, or empty.',
          examples: ['https://example.com'],
        }),
        isTest: Type.Boolean({ description: 'True for a test organization, whose messages reach nobody.' }),
      },
      { title: 'AppointmentHolder', description: 'The organization the appointment is with.' },
    ),
    ...ownView.fields,
    place: PlaceWords,
    instructions: nullable(
      Type.String({
        maxLength: 1000,
        description: 'What to do beforehand, or null.',
        examples: ['Kom nuchter.'],
      }),
    ),
    status: AppointmentStatus,
    confirmation: Confirmation,
    openRequest: nullable(OpenRequest),
    awaitsNewTime: Type.Boolean({
      description: 'Whether the organization agreed to another time and has not set it yet; reminders wait for it.',
    }),
    allowedActions: Type.Array(
      oneOf(recipientActionNames, { title: 'RecipientAction', description: 'Something a recipient may do.' }),
      {
        maxItems: 3,
        description: 'What you may still do; empty when nothing.',
      },
    ),
    actionDeadlineAt: nullable(described(Instant, 'Until when you may do it; null means until the start.')),
    version: Version,
    layoutId: nullable(
      described(Identifier, 'The layout for this view: the list or one appointment. Null for the default.'),
    ),
    layout: nullable(
      strictObject(
        {
          schemaVersion: SchemaVersion,
          components: Components,
        },
        {
          title: 'RecipientAppointmentLayout',
          description: 'Components of that layout, in order. Ignore those you do not know.',
        },
      ),
    ),
    updatedAt: UpdatedAt,
  },
  { title: 'RecipientAppointment' },
)
export type RecipientAppointmentView = Static<typeof RecipientAppointment>

/** @param now by the product's clock: what may still be done depends on it */
export function toRecipientAppointment(row: OwnAppointmentRow, now: Temporal.Instant): RecipientAppointmentView {
  return {
    id: row.id,
    platformHolder: {
      id: row.platformHolderId,
      displayName: row.holderName,
      phoneNumber: row.holderPhone === '' ? null : row.holderPhone,
      websiteUrl: row.holderWebsite,
      isTest: row.holderIsTest,
    },
    ...ownView.valuesOf({
      ...row,
      title: titleOf(row.title, inLanguage(row.rules?.name, row), row.holderName),
    }),
    place: row.place,
    instructions: inLanguage(row.rules?.instructions, row),
    status: row.status,
    confirmation: toConfirmation(row),
    openRequest: toOpenRequest(row),
    awaitsNewTime: row.awaitsNewTime,
    allowedActions: allowedActions(row, row.rules, now),
    actionDeadlineAt: formatInstantOrNull(actionDeadline(row.rules, row)),
    version: row.version,
    layoutId: row.layoutId,
    layout: row.layout && { ...row.layout, components: inOrder(row.layout.components) },
    updatedAt: formatInstant(row.updatedAt),
  }
}

/** A text of a type in the language of the recipient's messages, else in Dutch or English, else the first there is. */
function inLanguage(
  texts: Readonly<Record<string, string>> | undefined,
  { ownLocale: own, rememberedLocale: remembered, holderLocale: holder }: OwnAppointmentRow,
): string | null {
  if (texts === undefined) return null
  return textIn(texts, [own, remembered, holder, 'nl', 'en']) ?? Object.values(texts)[0] ?? null
}

export const recipientAppointmentExample: RecipientAppointmentView = {
  id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d08',
  platformHolder: {
    id: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06',
    displayName: 'Huisartsenpraktijk De Linde',
    phoneNumber: '+31201234567',
    websiteUrl: 'https://example.com',
    isTest: false,
  },
  ...ownView.example,
  title: 'Huisartsenpraktijk De Linde',
  endsAt: '2026-12-03T13:45:00.000Z',
  locationLabel: null,
  place: 'Lindelaan',
  instructions: null,
  status: 'registered',
  confirmation: { status: 'unconfirmed', confirmedAt: null, via: null, scheduleRevision: null },
  openRequest: null,
  awaitsNewTime: false,
  allowedActions: ['confirm', 'cancel_request', 'reschedule_request'],
  actionDeadlineAt: null,
  version: 1,
  layoutId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d30',
  layout: {
    schemaVersion: 1,
    components: [{ componentId: 'date', type: 'date_time', position: 0, visible: true, width: 'full', options: {} }],
  },
  updatedAt: '2026-11-20T09:00:00.000Z',
}
