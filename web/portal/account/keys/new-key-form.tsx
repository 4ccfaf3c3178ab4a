import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { ConnectionError } from '#web/api/api-error.ts'
import { now } from '#web/api/clock.ts'
import { read, type BodyOf } from '#web/api/client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { DirtyGuard } from '#web/ui/form/dirty-guard.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { useMutation } from '#web/ui/use-mutation.ts'
import { readAnew } from '#web/ui/query-client.ts'
import { keyQueries, type ApiKey } from './key-queries.ts'
import { scopeText } from './scope-text.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** The answer with the secret did not arrive. */
class SecretLost extends Error {
  override readonly name = 'SecretLost'
}

const lives = ['30', '90', '180', '365'] as const
const dayMs = 24 * 3_600_000
/** Keeps the longest lifetime within the server's limit, even if this clock is a little fast. */
const marginMs = 5 * 60_000

/** What a new key is made of. */
export type NewKey = BodyOf<'createApiKey'>

/** A new key: its name, what it may do and until when. Its secret is shown once. */
export function NewKeyForm({
  old,
  isRestricted = false,
  create: make,
  newest,
  cancel,
  onStored,
}: {
  /** The key that this one is to take the place of, whose name and permissions it gets. */
  readonly old: ApiKey | null
  /** Whether it cannot have everything its maker may do. */
  readonly isRestricted?: boolean
  readonly create: (key: NewKey) => Promise<{ readonly secret: string }>
  /** The newest keys, read from the server. */
  readonly newest: () => Promise<readonly ApiKey[]>
  readonly cancel: ReactNode
  readonly onStored: () => void
}) {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const own = useSuspenseQuery(read('getApiIdentity', {})).data.scopes
  const offered = Object.entries(scopeText).filter(([scope]) => own.includes(scope))
  const isOffered = (wanted: string) => offered.some(([scope]) => scope === wanted)
  const [name, setName] = useState(old?.name ?? '')
  const [kind, setKind] = useState<'full' | 'restricted'>(isRestricted ? 'restricted' : (old?.kind ?? 'restricted'))
  const [scopes, setScopes] = useState<readonly string[]>((old?.scopes ?? ['appointments:intake']).filter(isOffered))
  // A key of one's own lost them with the role, so only one of an account still has them.
  const lost =
    isRestricted && old
      ? Object.entries(scopeText).filter(([scope]) => old.scopes.includes(scope) && !isOffered(scope))
      : []
  const [days, setDays] = useState<(typeof lives)[number]>('90')
  // The operation has no request id, so after a lost answer it is looked up before another is made.
  const wasLost = useRef(false)
  const [before] = useState(now)
  const isThere = async (sought: string) => {
    return (await newest()).some(
      (key) => key.name === sought && Date.parse(key.createdAt) >= before.getTime() - marginMs,
    )
  }
  const create = useMutation({
    mutationFn: async () => {
      if (wasLost.current && (await isThere(name.trim()))) throw new SecretLost('The key is there, its secret is not.')
      return make({
        name: name.trim(),
        kind,
        ...(kind === 'restricted' ? { scopes: [...scopes] } : {}),
        expiresAt: new Date(now().getTime() + Number(days) * dayMs - marginMs).toISOString(),
      })
    },
    onError: (error) => {
      if (error instanceof ConnectionError) wasLost.current = true
    },
    // The secret is kept in memory only, and only while its dialog is open.
    gcTime: 0,
    onSuccess: () => readAnew(queries, keyQueries),
  })
  const close = () => {
    create.reset()
    onStored()
  }
  const isIncomplete = name.trim() === '' || (kind === 'restricted' && scopes.length === 0)
  return (
    <Page title={t`New API key`}>
      <DirtyGuard isDirty={name !== (old?.name ?? '') || create.data !== undefined} />
      <div className="max-w-2xl">
        <Form
          error={create.error instanceof SecretLost ? null : create.error}
          fields={['name', 'expiresAt']}
          onSubmit={() => create.mutate()}
          actions={
            <>
              <Button type="submit" look="primary" isPending={create.isPending} isDisabled={isIncomplete}>
                <Trans>Create the key</Trans>
              </Button>
              {cancel}
              {isIncomplete && (
                <span className="text-xs text-muted">
                  {name.trim() === '' ? <Trans>Give it a name.</Trans> : <Trans>Choose what it may do.</Trans>}
                </span>
              )}
            </>
          }
        >
          {create.error instanceof SecretLost && (
            <p role="alert" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
              <Trans>
                The key was created, but its secret was lost on the way and cannot be shown again. Revoke that key under
                API keys, and create one with another name.
              </Trans>
            </p>
          )}
          {old && (
            <p className="max-w-prose text-pretty text-muted">
              <Trans>The old key keeps working until it ends. Revoke it once it is no longer used.</Trans>
            </p>
          )}
          {lost.length > 0 && (
            <div className="rounded-md bg-warn-soft px-4 py-3 text-warn">
              <p>
                <Trans>
                  You cannot pass on these permissions of the old key. Ask somebody who has them, such as an owner, to
                  make the next key.
                </Trans>
              </p>
              <ul className="mt-1 list-disc ps-5">
                {lost.map(([scope, words]) => (
                  <li key={scope}>{i18n._(words)}</li>
                ))}
              </ul>
            </div>
          )}
          <TextField
            label={t`Name`}
            hint={t`The program that will use it, so that you can recognize the key.`}
            name="name"
            maxLength={100}
            autoComplete="off"
            isRequired
            value={name}
            onChange={setName}
          />
          <Select
            label={t`Valid for`}
            name="expiresAt"
            choices={[
              { id: lives[0], name: t`30 days` },
              { id: lives[1], name: t`90 days` },
              { id: lives[2], name: t`180 days` },
              { id: lives[3], name: t`365 days` },
            ]}
            value={days}
            onChange={setDays}
          />
          {!isRestricted && (
            <Select
              label={t`Permissions`}
              choices={[
                { id: 'restricted', name: t`Only what you choose` },
                { id: 'full', name: t`Everything you may do` },
              ]}
              hint={kind === 'full' ? t`Not recommended: whoever finds the key can do all this too.` : undefined}
              value={kind}
              onChange={setKind}
            />
          )}
          {kind === 'restricted' && (
            <div role="group" aria-label={t`What it may do`} className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
              {offered.map(([scope, words]) => (
                <Checkbox
                  key={scope}
                  isSelected={scopes.includes(scope)}
                  onChange={(isOn) => setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
                >
                  {i18n._(words)}
                </Checkbox>
              ))}
            </div>
          )}
        </Form>
      </div>
      <SecretDialog secret={create.data?.secret ?? null} title={t`The key “${name}”`} onStored={close} />
    </Page>
  )
}
