import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { trimmed, useDraft } from '#web/ui/change/use-draft.ts'
import { useSave } from '#web/ui/change/use-save.ts'
import { profile, type Profile } from '../../holder-queries.ts'
import { useHolder, useProfile } from '../../holder.ts'
import { profileFieldIds, type ProfileChanges } from './profile-fields.ts'

/**
 * Some fields of the profile being edited; only changed ones are sent. It has no version, so it is read again first:
 * where somebody else changed the same field, both values are shown and nothing is sent.
 *
 * @param onSaved is told whether more was typed meanwhile, which stays
 */
export function useProfileForm(
  onSaved: (isMore: boolean) => void | Promise<void>,
  fields: readonly (keyof ProfileChanges)[] = profileFieldIds,
) {
  const params = { platformHolderId: useHolder() }
  const queries = useQueryClient()
  const draft = useDraft<Profile>(useProfile(), fields, trimmed)
  const save = useSave({
    draft,
    fields,
    readsFirst: true,
    latest: () => call('getHolderProfile', { params }),
    send: ({ changes }) => call('updateHolderProfile', { params, body: changes as ProfileChanges }),
    onSaved: async (saved, isMore) => {
      queries.setQueryData(profile(params.platformHolderId).queryKey, saved)
      await queries.invalidateQueries({ queryKey: ['getHolderOnboarding'] })
      await onSaved(isMore)
    },
  })
  return { draft, save }
}
