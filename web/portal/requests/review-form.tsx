import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { instantOf, isSkipped } from '#/locales/zoned-time.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import type { Fault } from '#web/ui/form/faults.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { TimeField } from '#web/ui/form/time-field.tsx'
import { zoneName } from '#web/ui/time/dates.ts'
import { useProfile } from '../holder.ts'
import type { Request } from './request-queries.ts'
import { useReview } from './use-review.ts'

type Proposed = { readonly day: string | null; readonly time: string | null }

/** The answer to a request: yes or no, with a message and, if it is to be moved, another time to propose. */
export function ReviewForm({
  request,
  onDone,
}: {
  readonly request: Request
  /** @param isToBeMoved it was approved, and staff themselves have still to set the new time */
  readonly onDone: (isToBeMoved: boolean) => void
}) {
  const { t } = useLingui()
  const [message, setMessage] = useState('')
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const isCancel = request.type === 'cancel'
  const review = useReview(request, onDone)
  const { appointment } = request
  const { defaultTimezone } = useProfile()
  const gaps = proposed === null ? [] : gapsOf(proposed, appointment.timezone)
  const [found, setFound] = useState<readonly Fault[]>([])
  const answer = (decision: 'approved' | 'declined') => {
    setFound(gaps)
    if (gaps.length === 0)
      review.mutate({
        decision,
        ...(message.trim() === '' ? {} : { message: message.trim() }),
        ...suggestion(proposed, appointment),
      })
  }
  // Once it was answered here, the panel goes on to the next.
  if (request.status !== 'pending_review' && (review.isSuccess || review.isPending)) return null
  return (
    <div className="border-t border-line px-5 py-5">
      <DirtyGuard isDirty={message !== '' || proposed !== null} />
      <Form
        error={request.status === 'pending_review' ? review.error : null}
        found={found}
        fields={['message', 'suggestedStartsAt', 'suggestedStartsAt.time', 'suggestedEndsAt']}
        onSubmit={() => undefined}
        actions={
          request.status === 'pending_review' && (
            <>
              <Button
                look="primary"
                isPending={review.isPending && review.variables?.decision === 'approved'}
                onPress={() => answer('approved')}
              >
                {isCancel ? <Trans>Approve and cancel the appointment</Trans> : <Trans>Approve</Trans>}
              </Button>
              <Button
                isPending={review.isPending && review.variables?.decision === 'declined'}
                onPress={() => answer('declined')}
              >
                <Trans>Decline</Trans>
              </Button>
            </>
          )
        }
      >
        {request.status !== 'pending_review' && (
          <p role="alert" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
            {request.status === 'withdrawn' ? (
              <Trans>The person withdrew this request in the meantime. Your answer was not sent.</Trans>
            ) : (
              <Trans>Somebody else answered this request in the meantime. Your answer was not sent.</Trans>
            )}
          </p>
        )}
        <p className="text-muted">
          {isCancel ? (
            <Trans>
              Approving cancels the appointment here, with its reminders. Declining leaves it as it is. Either way the
              person is told by text message or e-mail.
            </Trans>
          ) : (
            <Trans>
              Approving changes no time yet: reminders wait until you move the appointment, and moving it tells the
              person. Declining leaves it as it is, and tells them by text message or e-mail.
            </Trans>
          )}
        </p>
        <TextArea
          label={t`Message to the person`}
          hint={t`They read it in their app, not in the text message or e-mail. Leave it empty to say nothing.`}
          name="message"
          maxLength={500}
          rows={3}
          value={message}
          onChange={setMessage}
        />
        {!isCancel && (
          <Checkbox
            isSelected={proposed !== null}
            onChange={(on) => setProposed(on ? { day: null, time: null } : null)}
          >
            <Trans>Propose another time</Trans>
          </Checkbox>
        )}
        {proposed !== null && (
          <div className="flex flex-wrap gap-4">
            <DatePicker
              label={t`Day`}
              name="suggestedStartsAt"
              value={proposed.day}
              onChange={(day) => setProposed({ ...proposed, day })}
            />
            <TimeField
              label={t`Time`}
              name="suggestedStartsAt.time"
              timeZone={appointment.timezone}
              hint={
                appointment.timezone === defaultTimezone ? undefined : t`Time zone: ${zoneName(appointment.timezone)}`
              }
              value={proposed.time}
              onChange={(time) => setProposed({ ...proposed, time })}
            />
          </div>
        )}
      </Form>
    </div>
  )
}

function gapsOf({ day, time }: Proposed, timeZone: string): readonly Fault[] {
  if (day !== null && time !== null)
    return isSkipped(day, time, timeZone) ? [{ path: 'suggestedStartsAt.time', code: 'skipped_by_clock' }] : []
  const paths = [day === null ? 'suggestedStartsAt' : null, time === null ? 'suggestedStartsAt.time' : null]
  return paths.flatMap((path) => (path === null ? [] : [{ path, code: 'required' }]))
}

/** The proposed time, with the appointment's present duration. */
function suggestion(proposed: Proposed | null, { startsAt, endsAt, timezone }: Request['appointment']) {
  if (proposed === null || proposed.day === null || proposed.time === null) return {}
  const start = instantOf(proposed.day, proposed.time, timezone)
  const lengthMs = Date.parse(endsAt) - Date.parse(startsAt)
  return {
    suggestedStartsAt: start.toISOString(),
    suggestedEndsAt: new Date(start.getTime() + lengthMs).toISOString(),
  }
}
