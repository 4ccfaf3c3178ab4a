import type { InputOf } from '#web/api/client.ts'
import { isLocale } from '#web/ui/language/locales.ts'
import type { Appointment } from './delivery-pill.tsx'

export const statuses = ['registered', 'completed', 'no_show', 'cancelled'] as const satisfies Appointment['status'][]
export const answers = ['unconfirmed', 'confirmed'] as const satisfies Appointment['confirmation']['status'][]
export const deliveries = [
  'planned',
  'in_progress',
  'delivered',
  'failed',
  'suppressed',
  'unknown',
  'none',
] as const satisfies Appointment['delivery']['status'][]

/** What the list is narrowed to, in the names of the address: ids and codes alone. */
export type AppointmentFilters = {
  readonly status?: (typeof statuses)[number]
  readonly answer?: (typeof answers)[number]
  readonly delivery?: (typeof deliveries)[number]
  readonly location?: string
  readonly type?: string
  readonly language?: NonNullable<Appointment['recipient']['locale']>
}
export type FilterName = keyof AppointmentFilters

/** The same in the names of the API. */
export type FilterQuery = Pick<
  NonNullable<InputOf<'listHolderAppointments'>['query']>,
  'status' | 'confirmationStatus' | 'deliveryStatus' | 'locationId' | 'appointmentTypeId' | 'locale'
>

export const filterNames = ['answer', 'status', 'delivery', 'location', 'type', 'language'] as const

/** The filters of an address, without invalid ones. */
export function readFilters(given: Record<string, unknown>): AppointmentFilters {
  const { location, type, language } = given
  return {
    status: statuses.find((one) => one === given.status),
    answer: answers.find((one) => one === given.answer),
    delivery: deliveries.find((one) => one === given.delivery),
    location: isCode(location) ? location : undefined,
    type: isCode(type) ? type : undefined,
    language: typeof language === 'string' && isLocale(language) ? language : undefined,
  }
}

/** As the API takes them, without those that are not set. */
export function queryOf({ status, answer, delivery, location, type, language }: AppointmentFilters): FilterQuery {
  return {
    ...(status && { status }),
    ...(answer && { confirmationStatus: answer }),
    ...(delivery && { deliveryStatus: delivery }),
    ...(location && { locationId: location }),
    ...(type && { appointmentTypeId: type }),
    ...(language && { locale: language }),
  }
}

/** All filters, those that the API does not name as not set: they take the place of others in an address. */
export function filtersOf(query: FilterQuery): AppointmentFilters {
  return {
    status: query.status,
    answer: query.confirmationStatus,
    delivery: query.deliveryStatus,
    location: query.locationId,
    type: query.appointmentTypeId,
    language: query.locale,
  }
}

export function isFiltered(filters: AppointmentFilters): boolean {
  return Object.keys(queryOf(filters)).length > 0
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(value)
}
