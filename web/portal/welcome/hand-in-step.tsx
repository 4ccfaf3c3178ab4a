import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { Button, LinkButton } from '#web/ui/button/button.tsx'
import { formatDateTime } from '#web/ui/time/dates.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { useHolder, useProfile } from '../holder.ts'
import { isOptional, onboarding, stateOf, wizardSteps } from './wizard-steps.ts'

/** Hands the set-up in for review, and says what happens next. */
export function HandInStep() {
  const { data } = useSuspenseQuery(onboarding(useHolder()))
  if (data.status === 'completed') return <Ready />
  return data.status === 'pending_review' ? <HandedIn submittedAt={data.submittedAt} /> : <HandIn />
}

function HandIn() {
  const { i18n } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const { data } = useSuspenseQuery(onboarding(holder))
  const [clientRequestId] = useState(() => crypto.randomUUID())
  const submit = useMutation({
    mutationFn: () =>
      call('submitHolderOnboarding', {
        params: { platformHolderId: holder },
        body: { clientRequestId, expectedVersion: data.version },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['getHolderOnboarding'] }),
  })
  const missing = wizardSteps.filter(
    ({ id, of }) => of.length > 0 && !isOptional(id, data) && stateOf(id, data) !== 'done',
  )
  return (
    <div className="flex flex-col items-start gap-5">
      {missing.length > 0 ? (
        <div>
          <p className="font-medium">
            <Trans>This is still to be done:</Trans>
          </p>
          <ul className="mt-1 list-disc ps-5">
            {missing.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to="/welcome/$step"
                  params={{ step: id }}
                  className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
                >
                  {i18n._(name)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="max-w-prose text-muted">
          <Trans>
            Everything that is needed is complete. Somebody at Tijdig reviews it before the first message can be sent;
            until then you can change anything you like.
          </Trans>
        </p>
      )}
      <ErrorNote error={submit.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="primary"
          isPending={submit.isPending}
          isDisabled={missing.length > 0}
          onPress={() => submit.mutate()}
        >
          <Trans>Submit</Trans>
        </Button>
        {missing.length > 0 && (
          <span className="text-xs text-muted">
            <Trans>First complete what is still missing.</Trans>
          </span>
        )}
      </div>
    </div>
  )
}

function HandedIn({ submittedAt }: { readonly submittedAt: string | null }) {
  const { defaultTimezone } = useProfile()
  return (
    <div className="flex flex-col items-start gap-5">
      <p role="status" className="flex items-center gap-2.5 font-medium">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
        {submittedAt === null ? (
          <Trans>Submitted</Trans>
        ) : (
          <Trans>Submitted on {formatDateTime(submittedAt, currentLocale(), defaultTimezone)}</Trans>
        )}
      </p>
      <div>
        <h2 className="font-semibold">
          <Trans>What happens next</Trans>
        </h2>
        <ol className="mt-2 flex list-decimal flex-col gap-1.5 ps-5 text-muted">
          <li>
            <Trans>Somebody at Tijdig reviews what you submitted.</Trans>
          </li>
          <li>
            <Trans>If something is not right, you will read it here. Change it and submit it again.</Trans>
          </li>
          <li>
            <Trans>
              If everything is in order, your organization becomes active and reminders are sent automatically.
            </Trans>
          </li>
        </ol>
      </div>
      <LinkButton to="/appointments">
        <Trans>All appointments</Trans>
      </LinkButton>
    </div>
  )
}

function Ready() {
  return (
    <div className="flex flex-col items-start gap-5">
      <p role="status" className="flex items-center gap-2.5 font-medium">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
        <Trans>Your organization is set up. Reminders are sent automatically.</Trans>
      </p>
      <LinkButton to="/today" look="primary">
        <Trans>Go to Today</Trans>
      </LinkButton>
    </div>
  )
}
