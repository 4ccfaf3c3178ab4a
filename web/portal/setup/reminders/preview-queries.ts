import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { now } from '#web/api/clock.ts'
import { read, type BodyOf, type DataOf } from '#web/api/client.ts'
import { instantOf } from '#/locales/zoned-time.ts'
import { addDays, dayOf, startOfWeek } from '#web/ui/time/days.ts'
import { isLocale, type Locale } from '#web/ui/language/locales.ts'

export type Preview = DataOf<'previewHolderReminder'>
export type PolicyDraft = NonNullable<BodyOf<'previewHolderReminder'>['policy']>

export type Channel = 'sms' | 'email'

/** Which example is shown: its language and its channel. */
export type PreviewSearch = { readonly lang?: Locale; readonly channel?: 'email' }

export function readPreviewSearch({ lang, channel }: Record<string, unknown>): PreviewSearch {
  return {
    lang: typeof lang === 'string' && isLocale(lang) ? lang : undefined,
    channel: channel === 'email' ? channel : undefined,
  }
}

/** What a reminder would say, for an example appointment on a Wednesday at half past two, in two weeks. */
export function reminderPreview(
  holder: string,
  timezone: string,
  {
    policy,
    appointmentTypeId,
    locale,
    channel,
  }: {
    readonly policy: PolicyDraft
    readonly appointmentTypeId: string | null
    readonly locale: Locale
    readonly channel: Channel
  },
) {
  const day = addDays(startOfWeek(dayOf(now(), timezone)), 16)
  return queryOptions({
    ...read('previewHolderReminder', {
      params: { platformHolderId: holder },
      body: {
        startsAt: instantOf(day, '14:30', timezone).toISOString(),
        timezone,
        locale,
        channel,
        appointmentTypeId,
        ...(Object.keys(policy).length > 0 ? { policy } : {}),
      },
    }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}
