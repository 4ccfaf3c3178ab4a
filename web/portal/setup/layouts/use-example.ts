import { useLingui } from '@lingui/react/macro'
import { now } from '#web/api/clock.ts'
import type { OwnAppointment } from '#web/ui/appointment/layout.ts'
import { instantOf } from '#/locales/zoned-time.ts'
import { addDays, dayOf } from '#web/ui/time/days.ts'
import { useProfile } from '../../holder.ts'

/** An appointment as somebody might have it at this organization, in the language of the texts around it. */
export function useExample(): OwnAppointment {
  const { t } = useLingui()
  const { id, displayName, schedulingSetup, defaultTimezone: timezone, ...profile } = useProfile()
  const day = addDays(dayOf(now(), timezone), 14)
  const startsAt = instantOf(day, '14:30', timezone).toISOString()
  return {
    id: 'example',
    platformHolder: {
      id,
      displayName,
      phoneNumber: profile.whatsappNumber || null,
      websiteUrl: profile.websiteUrl,
      isTest: profile.isTest,
    },
    title: t`Check-up`,
    startsAt,
    endsAt: instantOf(day, '14:50', timezone).toISOString(),
    timezone,
    place: schedulingSetup?.locations[0]?.name ?? t`At the practice`,
    instructions: t`Come ten minutes early, and bring your insurance card and a list of the medicines you use.`,
    status: 'registered',
    confirmation: { status: 'unconfirmed', confirmedAt: null, via: null, scheduleRevision: null },
    openRequest: null,
    awaitsNewTime: false,
    allowedActions: ['confirm', 'cancel_request', 'reschedule_request'],
    actionDeadlineAt: null,
    version: 1,
    layoutId: null,
    layout: null,
    updatedAt: startsAt,
  }
}
