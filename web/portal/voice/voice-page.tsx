import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Keyboard, Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { Conversation } from './conversation.tsx'
import { Examples } from './examples.tsx'
import { ProposalCard } from './proposals/proposal-card.tsx'
import { NoMicrophone } from './talk/microphone.ts'
import { useTalk } from './talk/use-talk.ts'

const route = getRouteApi('/shell/voice')

/** A conversation with the agent at the start side, what waits for a person at the end side. */
export function VoicePage() {
  const { t } = useLingui()
  const { proposals } = route.useSearch()
  const navigate = route.useNavigate()
  const ids = proposals?.split('.') ?? []
  const addProposal = (id: string) =>
    void navigate({
      search: ({ proposals: before }) => ({ proposals: before ? `${id}.${before}` : id }),
      replace: true,
    })
  const talk = useTalk(addProposal)
  const isIdle = talk.state === 'idle'
  return (
    <Page title={t`Voice`} lead={<Trans>Say or type what you want. Nothing changes until you confirm it here.</Trans>}>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          {!isIdle && <Conversation talk={talk} />}
          <StartAgain talk={talk} />
          {isIdle && <Examples />}
        </div>
        <Section title={t`Waiting for confirmation`}>
          {ids.length === 0 ? (
            <p className="rounded-lg border border-dashed border-line px-6 py-12 text-center text-muted">
              <Trans>What the agent proposes stays here for ten minutes.</Trans>
            </p>
          ) : (
            <ul className="flex flex-col gap-4">
              {ids.map((id) => (
                <li key={id}>
                  <ProposalCard proposalId={id} heading="h3" />
                </li>
              ))}
            </ul>
          )}
        </Section>
      </div>
    </Page>
  )
}

/** The buttons that begin a conversation, and why the last one failed. */
function StartAgain({ talk }: { readonly talk: ReturnType<typeof useTalk> }) {
  const { state, error } = talk
  if (state === 'opening' || state === 'open') return null
  return (
    <div className="mb-8 flex flex-col gap-4">
      {error instanceof NoMicrophone ? (
        <Notice title={<Trans>No microphone</Trans>}>
          {error.isForbidden ? (
            <Trans>
              The browser is not allowed to use the microphone. Allow it next to the address of this page, or type.
            </Trans>
          ) : (
            <Trans>This device has no microphone that the browser can use. Connect one, or type.</Trans>
          )}
        </Notice>
      ) : error instanceof ApiError && error.status === 429 ? (
        <Notice title={<Trans>Too many conversations</Trans>}>
          <Trans>End those that are open in other windows. After an hour at most you can begin another one.</Trans>
        </Notice>
      ) : (
        error !== null && <ErrorState error={error} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" icon={<Mic aria-hidden size={16} />} onPress={() => void talk.start('speech')}>
          <Trans>Speak</Trans>
        </Button>
        <Button icon={<Keyboard aria-hidden size={16} />} onPress={() => void talk.start('text')}>
          <Trans context="write with the keyboard">Type</Trans>
        </Button>
      </div>
    </div>
  )
}

function Notice({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <div role="alert" className="rounded-lg border border-line bg-surface px-6 py-5">
      <p className="text-base font-medium">{title}</p>
      <p className="mt-1 text-muted">{children}</p>
    </div>
  )
}
