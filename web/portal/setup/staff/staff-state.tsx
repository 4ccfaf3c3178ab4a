import { Trans } from '@lingui/react/macro'
import { now } from '#web/api/clock.ts'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatShortDay } from '#web/ui/time/dates.ts'
import { useProfile } from '../../holder.ts'
import type { StaffMember } from './staff-queries.ts'

/** Whether somebody works here, was invited, or left. */
export function StaffState({ member: { status, invitedAt, invitationEndsAt } }: { readonly member: StaffMember }) {
  const { defaultTimezone } = useProfile()
  if (status === 'active')
    return (
      <StatusPill tone="ok">
        <Trans context="has access">Active</Trans>
      </StatusPill>
    )
  if (status === 'inactive')
    return (
      <StatusPill tone="quiet">
        <Trans>No access</Trans>
      </StatusPill>
    )
  if (invitedAt === null || invitationEndsAt === null || Date.parse(invitationEndsAt) <= now().getTime())
    return (
      <StatusPill tone="warn">
        <Trans>The link has expired</Trans>
      </StatusPill>
    )
  const day = formatShortDay(invitedAt, currentLocale(), defaultTimezone)
  return (
    <StatusPill tone="waiting">
      <Trans>Invited on {day}</Trans>
    </StatusPill>
  )
}
