import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { profile, type Profile } from '../../holder-queries.ts'
import { useHolder, useProfile } from '../../holder.ts'
import type { ProfileChanges, ProfileFieldId, ProfileValues } from './profile-fields.ts'

/** A field that somebody else changed since it was shown. */
export type Clash = { readonly id: ProfileFieldId; readonly theirs: string }

/** Thrown before anything is sent, so that nobody's change is overwritten unseen. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
  readonly now: Profile
  readonly clashes: readonly Clash[]

  constructor(now: Profile, clashes: readonly Clash[]) {
    super('The profile was changed meanwhile.')
    this.now = now
    this.clashes = clashes
  }
}

/**
 * The profile being edited; only changed fields are sent. It has no version, so it is read again first: where somebody
 * else changed the same field, both values are shown and nothing is sent.
 */
export function useProfileForm(onSaved: (saved: Profile) => void) {
  const holder = useHolder()
  const shown = useProfile()
  const queries = useQueryClient()
  const [base, setBase] = useState<Profile>(shown)
  const [typed, setTyped] = useState<Readonly<Partial<Record<ProfileFieldId, string>>>>({})
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  const valueOf = (id: ProfileFieldId): string => typed[id] ?? base[id]
  // Safe: `typed` has no other keys.
  const changed = (Object.keys(typed) as ProfileFieldId[]).filter((id) => valueOf(id) !== base[id])
  const save = useMutation({
    mutationFn: async (others: Pick<ProfileChanges, 'schedulingSetup'> | void) => {
      const now = await call('getHolderProfile', { params: { platformHolderId: holder } })
      const clashing = changed.filter((id) => now[id] !== base[id] && now[id] !== valueOf(id))
      if (clashing.length > 0)
        throw new ChangedMeanwhile(
          now,
          clashing.map((id) => ({ id, theirs: now[id] })),
        )
      const body: ProfileChanges = { ...pick(changed, valueOf), ...others }
      if (Object.keys(body).length === 0) return now
      return call('updateHolderProfile', { params: { platformHolderId: holder }, body })
    },
    onSuccess: async (saved) => {
      queries.setQueryData(profile(holder).queryKey, saved)
      setBase(saved)
      setTyped({})
      setClashes([])
      await queries.invalidateQueries({ queryKey: ['getHolderOnboarding'] })
      onSaved(saved)
    },
    onError: (error) => {
      if (!(error instanceof ChangedMeanwhile)) return
      setBase(error.now)
      setClashes(error.clashes)
    },
  })
  return {
    valueOf,
    change: (id: ProfileFieldId, value: string) => setTyped((before) => ({ ...before, [id]: value })),
    fill: (values: Partial<ProfileValues>) => setTyped((before) => ({ ...before, ...values })),
    isDirty: changed.length > 0,
    clashes,
    takeTheirs: (id: ProfileFieldId) => {
      setTyped((before) => ({ ...before, [id]: undefined }))
      setClashes((before) => before.filter((clash) => clash.id !== id))
    },
    save: save.mutate,
    isPending: save.isPending,
    /** The server's refusal; clashes are shown separately. */
    error: save.error instanceof ChangedMeanwhile ? null : save.error,
  }
}

function pick(ids: readonly ProfileFieldId[], valueOf: (id: ProfileFieldId) => string): ProfileChanges {
  return Object.fromEntries(ids.map((id) => [id, valueOf(id).trim()]))
}
