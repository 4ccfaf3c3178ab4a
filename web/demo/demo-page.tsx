import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/error-state.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { beginAnew, handIn, isToday, messagesOfTelephone, nextDay, type DemoState } from './demo-api.ts'
import { DemoBar } from './demo-bar.tsx'
import { SideChoice, type Side } from './side-choice.tsx'
import { Steps, type Step } from './steps.tsx'
import { beginStoryAnew, useStory } from './story.ts'
import { Telephone } from './telephone.tsx'

/** Both sides of the product: the portal of an organization beside the telephone of somebody with appointments. */
export function DemoPage({ state }: { readonly state: DemoState }) {
  const { t } = useLingui()
  const portal = useRef<HTMLIFrameElement>(null)
  const { holder, person, unreachable } = state
  const [now, setNow] = useState(state.now)
  const [story, tell] = useStory()
  const [round, setRound] = useState(0)
  const [side, setSide] = useState<Side>('portal')

  const show = (path: string) => {
    portal.current?.contentWindow?.location.assign(path)
    setSide('portal')
  }
  const showAppointment = ({ id, startsAt }: { readonly id: string; readonly startsAt: string }) =>
    show(isToday(startsAt, now) ? '/today' : `/appointments/${id}`)
  const messages = useQuery(messagesOfTelephone).data ?? []
  const submit = useMutation({
    mutationFn: () => handIn({ ...state, now }, person),
    onSuccess: (appointment) => {
      tell({ made: appointment.id, heard: messages.length })
      showAppointment(appointment)
    },
  })
  const fail = useMutation({
    mutationFn: () => handIn({ ...state, now }, unreachable),
    onSuccess: ({ id }) => tell({ failed: id }),
  })
  const clock = useMutation({
    mutationFn: nextDay,
    onSuccess: (moved) => {
      setNow(moved)
      setRound(round + 1)
      portal.current?.contentWindow?.location.reload()
    },
  })
  const reset = useMutation({ mutationFn: beginAnew, onSuccess: beginStoryAnew })

  const hasRung = story.made !== undefined && messages.length > story.heard
  const made = useAppointment(holder.id, hasRung ? story.made : undefined)
  const failed = useAppointment(holder.id, story.failed)
  const isConfirmed = made?.confirmation.status === 'confirmed'
  const hasFailed = failed?.delivery.status === 'failed'
  // Each outcome comes into view by itself.
  useEffect(() => {
    if (hasRung && !isConfirmed) setSide('telephone')
  }, [hasRung, isConfirmed])
  useEffect(() => {
    if (made && isConfirmed) showAppointment(made)
  }, [isConfirmed])
  useEffect(() => {
    if (failed && hasFailed) showAppointment(failed)
  }, [hasFailed])
  const step: Step = story.made === undefined ? 'submit' : !hasRung ? 'ring' : !isConfirmed ? 'confirm' : 'done'

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
      <main className="flex min-h-0 flex-1 flex-col gap-3 p-3 lg:flex-row lg:gap-6 lg:p-6">
        <div className="flex min-w-0 flex-col gap-3 lg:flex-1 lg:gap-4">
          <Steps
            step={step}
            person={person.displayName}
            unreachable={unreachable.displayName}
            isPending={submit.isPending || fail.isPending || (failed !== undefined && !hasFailed)}
            hasFailed={hasFailed}
            onSubmit={() => submit.mutate()}
            onFail={() => fail.mutate()}
            onLook={() => show('/today')}
          />
          <ErrorNote error={submit.error ?? fail.error ?? clock.error ?? reset.error} />
          <SideChoice side={side} person={person} onChange={setSide} />
          <section
            aria-label={t`The portal`}
            className={`min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-line shadow-raised max-lg:h-[32rem] max-lg:flex-none lg:flex ${side === 'portal' ? 'flex' : 'hidden'}`}
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
        <div className={`min-h-0 lg:flex ${side === 'telephone' ? 'flex' : 'hidden'}`}>
          <Telephone key={round} person={person} messages={messages} isRinging={step === 'confirm'} />
        </div>
      </main>
    </div>
  )
}

/** An appointment, read again for as long as its state can change. */
function useAppointment(platformHolderId: string, appointmentId: string | undefined) {
  const { data } = useQuery({
    ...read('getHolderAppointment', { params: { platformHolderId, appointmentId: appointmentId ?? '' } }),
    enabled: appointmentId !== undefined,
    refetchInterval: ({ state: { data: known } }) =>
      known?.confirmation.status === 'confirmed' || known?.delivery.status === 'failed' ? false : 1_000,
  })
  return data
}
