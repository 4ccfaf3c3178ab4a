import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { call } from '#web/api/client.ts'
import { DraftNote } from '#web/ui/change/draft-note.tsx'
import { useDraft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useHolder } from '../../holder.ts'
import { SaveButtons } from '../save-buttons.tsx'
import { SetupPage } from '../setup-page.tsx'
import { CallingKeys } from './calling-keys.tsx'
import { readNetwork } from './network.ts'
import { NetworkLines } from './network-lines.tsx'
import { networks, type Networks } from './networks-queries.ts'
import { isOutside } from './outside.ts'

const fields = ['sessionNetworks', 'keyNetworks'] as const satisfies readonly (keyof Networks)[]

/** From where staff and programs are let in. */
export function NetworksPage() {
  const { t } = useLingui()
  const query = networks(useHolder())
  const saved = useSuspenseQuery(query).data
  const draft = useDraft(saved, fields, cleaned)
  const save = useNetworksSave(draft)
  const { sessionNetworks, keyNetworks, callerAddress, callingKeys } = draft.value
  const isLockedOut = callerAddress !== null && isOutside(callerAddress, sessionNetworks)
  const isWrong = [...sessionNetworks, ...keyNetworks].some((line) => line.trim() !== '' && !readNetwork(line.trim()))
  return (
    <SetupPage
      title={t`Networks`}
      lead={t`Staff and API keys are let in from these networks alone; where a list is empty, from everywhere.`}
    >
      <DirtyGuard isDirty={draft.isDirty} />
      <Form
        error={save.error}
        fields={fields}
        onSubmit={() => !isWrong && !isLockedOut && save.submit()}
        actions={<SaveButtons isDirty={draft.isDirty} isPending={save.isPending} onUndo={draft.reset} />}
      >
        {callerAddress !== null && (
          <p className="flex items-center gap-2 text-muted">
            <MapPin aria-hidden size={16} className="shrink-0" />
            <span>
              <Trans>
                You are here: <bdi className="font-medium text-ink">{callerAddress}</bdi>
              </Trans>
            </span>
          </p>
        )}
        <NetworkLines
          label={t`Networks of staff`}
          name="sessionNetworks"
          lines={sessionNetworks}
          onChange={(lines) => draft.set({ sessionNetworks: lines })}
        >
          {isLockedOut && (
            <p className="text-warn">
              <Trans>Your own address is not in this list: you would lock yourself out.</Trans>
            </p>
          )}
        </NetworkLines>
        <NetworkLines
          label={t`Networks of API keys`}
          name="keyNetworks"
          lines={keyNetworks}
          onChange={(lines) => draft.set({ keyNetworks: lines })}
        >
          <CallingKeys keys={callingKeys.filter(({ network }) => isOutside(network, keyNetworks))} />
        </NetworkLines>
        <DraftNote
          draft={draft}
          fields={{
            sessionNetworks: { name: t`Networks of staff`, text: (one) => one.sessionNetworks.join(', ') },
            keyNetworks: { name: t`Networks of API keys`, text: (one) => one.keyNetworks.join(', ') },
          }}
        />
      </Form>
    </SetupPage>
  )
}

/** Without empty lines and the spaces around the others. */
function cleaned(typed: Partial<Networks>): Partial<Networks> {
  const clean = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
  const { sessionNetworks, keyNetworks } = typed
  return {
    ...(sessionNetworks && { sessionNetworks: clean(sessionNetworks) }),
    ...(keyNetworks && { keyNetworks: clean(keyNetworks) }),
  }
}

function useNetworksSave(draft: ReturnType<typeof useDraft<Networks>>) {
  const { t } = useLingui()
  const holder = useHolder()
  const queries = useQueryClient()
  const query = networks(holder)
  return useSave({
    draft,
    fields,
    send: ({ base, changes }) => {
      const { sessionNetworks = base.sessionNetworks, keyNetworks = base.keyNetworks } = changes
      const body = { sessionNetworks, keyNetworks, expectedVersion: base.version }
      return call('updateHolderNetworks', { params: { platformHolderId: holder }, body })
    },
    latest: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    onSaved: (stored) => {
      queries.setQueryData(query.queryKey, stored)
      toast(t`Saved`)
    },
  })
}
