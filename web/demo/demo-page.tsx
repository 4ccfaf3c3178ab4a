import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { beginAnew, handIn, messagesOfTelephone, nextDay, type DemoState } from './demo-api.ts'
import { DemoBar } from './demo-bar.tsx'
import { Steps, type Step } from './steps.tsx'
import { Telephone } from './telephone.tsx'

/** Both sides of the product beside each other: the portal of an organization, and the telephone of somebody with appointments. */
export function DemoPage({ state }: { readonly state: DemoState }) {
  const { t } = useLingui()
  const portal = useRef<HTMLIFrameElement>(null)
  const { holder, person, unreachable } = state
  const [now, setNow] = useState(state.now)
  /** Of the appointments of this visit: whose they are, and how many messages the telephone had before. */
  const [made, setMade] = useState<{ readonly id: string; readonly heard: number } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [round, setRound] = useState(0)

  const showToday = () => portal.current?.contentWindow?.location.assign('/today')
  const messages = useQuery(messagesOfTelephone).data ?? []
  const submit = useMutation({
    mutationFn: () => handIn({ ...state, now }, person),
    onSuccess: (id) => {
      setMade({ id, heard: messages.length })
      showToday()
    },
  })
  const fail = useMutation({
    mutationFn: () => handIn({ ...state, now }, unreachable),
    onSuccess: () => setHasFailed(true),
  })
  const clock = useMutation({
    mutationFn: nextDay,
    onSuccess: (moved) => {
      setNow(moved)
      setRound(round + 1)
      portal.current?.contentWindow?.location.reload()
    },
  })
  const reset = useMutation({ mutationFn: beginAnew, onSuccess: () => location.reload() })

  const hasRung = made !== null && messages.length > made.heard
  const appointment = useQuery({
    ...read('getHolderAppointment', { params: { platformHolderId: holder.id, appointmentId: made?.id ?? '' } }),
    enabled: hasRung,
    refetchInterval: ({ state: { data } }) => (data?.confirmation.status === 'confirmed' ? false : 1_000),
  })
  const isConfirmed = hasRung && appointment.data?.confirmation.status === 'confirmed'
  // What the telephone did is seen without a press.
  useEffect(() => {
    if (isConfirmed) portal.current?.contentWindow?.location.assign('/today')
  }, [isConfirmed])
  const step: Step = made === null ? 'submit' : !hasRung ? 'ring' : !isConfirmed ? 'confirm' : 'done'

  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <title>{t`Demo – Tijdig`}</title>
      <DemoBar
        now={now}
        isMoving={clock.isPending}
        isResetting={reset.isPending}
        onNextDay={() => clock.mutate()}
        onReset={() => reset.mutate()}
      />
      <main className="flex min-h-0 flex-1 flex-col gap-4 p-4 lg:flex-row lg:gap-6 lg:px-6">
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <Steps
            step={step}
            person={person.displayName}
            unreachable={unreachable.displayName}
            isPending={submit.isPending || fail.isPending}
            hasFailed={hasFailed}
            onSubmit={() => submit.mutate()}
            onFail={() => fail.mutate()}
            onLook={showToday}
          />
          <ErrorNote error={submit.error ?? fail.error ?? clock.error ?? reset.error} />
          <section
            aria-label={t`The portal`}
            className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line shadow-raised max-lg:h-[75dvh] max-lg:flex-none"
          >
            <p className="border-b border-line bg-sunken px-4 py-2 text-xs text-muted">
              <Trans>
                Portal of <span className="font-medium text-ink">{holder.displayName}</span>, as staff see it
              </Trans>
            </p>
            <iframe
              ref={portal}
              title={t`The portal`}
              src="/today"
              className="min-h-0 w-full flex-1 bg-canvas lg:[zoom:0.8] 2xl:[zoom:1]"
            />
          </section>
        </div>
        <Telephone key={round} person={person} messages={messages} isRinging={step === 'confirm'} />
      </main>
    </div>
  )
}
