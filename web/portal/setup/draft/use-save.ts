import { useState } from 'react'
import { useMutation } from '#web/ui/use-mutation.ts'
import { isConflict, type Draft } from './use-draft.ts'

export type Replanned = { readonly appointments: number; readonly reminders: number }

/**
 * Saves a draft. Asks for confirmation first when planned reminders would change; when somebody else saved meanwhile,
 * moves the draft onto their version.
 *
 * @param send sends the changes; with `isDryRun` only to learn what they would do
 * @param latest reads the present version
 */
export function useSave<T extends object, Saved extends object>({
  draft,
  send,
  latest,
  onSaved,
  isAsking,
}: {
  readonly draft: Draft<T>
  readonly send: (isDryRun: boolean) => Promise<Saved>
  readonly latest: () => Promise<T>
  readonly onSaved: (saved: Saved) => void
  /** Whether the changes can touch planned reminders. */
  readonly isAsking: boolean
}) {
  const [question, setQuestion] = useState<Replanned | null>(null)
  const onError = async (error: unknown) => {
    setQuestion(null)
    if (isConflict(error)) draft.rebase(await latest())
  }
  const save = useMutation({
    mutationFn: () => send(false),
    onError,
    onSuccess: (saved) => {
      setQuestion(null)
      onSaved(saved)
    },
  })
  const look = useMutation({
    mutationFn: () => send(true),
    onError,
    onSuccess: (tried) => {
      const replanned = 'replanned' in tried ? (tried.replanned as Replanned) : null
      if (replanned !== null && replanned.reminders > 0) setQuestion(replanned)
      else save.mutate()
    },
  })
  const error = look.error ?? save.error
  return {
    submit: () => {
      look.reset()
      save.reset()
      if (isAsking) look.mutate()
      else save.mutate()
    },
    question,
    confirm: () => save.mutate(),
    cancel: () => setQuestion(null),
    isPending: look.isPending || save.isPending,
    // `ConflictNote` shows it.
    error: isConflict(error) && draft.theirs !== null ? null : error,
  }
}
