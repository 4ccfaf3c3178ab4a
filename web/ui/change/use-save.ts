import { useRef, useState } from 'react'
import { ConnectionError } from '#web/api/api-error.ts'
import { part } from '#web/api/part.ts'
import { useMutation } from '#web/ui/use-mutation.ts'
import { changedByOthers, isStored, typedSince, type Sent } from './differences.ts'
import { ChangedMeanwhile, isConflict } from './refusals.ts'
import type { Draft } from './use-draft.ts'

export type Replanned = { readonly appointments: number; readonly reminders: number }

type Question<T> = Replanned & { readonly sent: Sent<T> }
type Press<T> = { readonly sent: Sent<T>; readonly isConfirmed: boolean }

/**
 * Saves a draft. Asks for confirmation first when planned reminders would change; when somebody else saved meanwhile,
 * moves the draft onto their version.
 *
 * @param fields those that can be changed
 * @param send sends the changes; with `isDryRun` only to learn what they would do
 * @param latest reads the present version
 * @param onSaved shows what was saved
 */
export function useSave<T extends object, Saved extends T>({
  draft,
  fields,
  send,
  latest,
  onSaved,
  isAsking = () => false,
  readsFirst = false,
}: {
  readonly draft: Draft<T>
  readonly fields: readonly (keyof T)[]
  readonly send: (sent: Sent<T>, isDryRun: boolean) => Promise<Saved>
  readonly latest: () => Promise<Saved>
  /** @param isMore whether more was typed since it was sent, which stays */
  readonly onSaved: (saved: Saved, isMore: boolean) => void | Promise<void>
  /** Whether the changes can touch planned reminders. */
  readonly isAsking?: (changes: Partial<T>) => boolean
  /** What has no version is compared before it is sent, so that nobody's change is overwritten unseen. */
  readonly readsFirst?: boolean
}) {
  const [question, setQuestion] = useState<Question<T> | null>(null)
  const unanswered = useRef<readonly Sent<T>[]>([])
  /** What there is left to send; null when it is stored already. @throws ChangedMeanwhile */
  const ontoLatest = async (sent: Sent<T>): Promise<{ readonly now: Saved; readonly left: Sent<T> | null }> => {
    const now = await latest()
    const isEmpty = Object.keys(sent.changes).length === 0
    if (isStored(sent, now) && (readsFirst || !isEmpty)) return { now, left: null }
    const asked = readsFirst ? (Object.keys(sent.changes) as (keyof T)[]) : fields
    const theirs = changedByOthers(asked, now, sent, unanswered.current)
    draft.rebase(now, theirs)
    unanswered.current = []
    if (Object.keys(theirs).length > 0) {
      const { ConflictNote } = await part(() => import('./conflict-note.tsx'))
      throw new ChangedMeanwhile([], ConflictNote)
    }
    return { now, left: { base: now, changes: sent.changes } }
  }
  const attempt = async ({ sent, isConfirmed }: Press<T>): Promise<{ readonly saved: Saved } | Question<T>> => {
    if (isAsking(sent.changes) && !isConfirmed) {
      const tried = await send(sent, true)
      const replanned = 'replanned' in tried ? (tried.replanned as Replanned) : null
      if (replanned !== null && replanned.reminders > 0) return { ...replanned, sent }
    }
    return { saved: await send(sent, false) }
  }
  const save = useMutation({
    mutationFn: async (press: Press<T>) => {
      try {
        if (!readsFirst) return await attempt(press)
        const { now, left } = await ontoLatest(press.sent)
        return left === null ? { saved: now } : await attempt({ ...press, sent: left })
      } catch (error) {
        if (error instanceof ConnectionError) unanswered.current = [...unanswered.current, press.sent]
        if (!isConflict(error)) throw error
        const { now, left } = await ontoLatest(press.sent)
        // It was refused, so nothing was done; and nothing that is shown here has changed.
        return left === null ? { saved: now } : await attempt({ sent: left, isConfirmed: press.isConfirmed })
      }
    },
    onError: () => setQuestion(null),
    onSuccess: (outcome, { sent }) => {
      if (!('saved' in outcome)) {
        setQuestion(outcome)
        return undefined
      }
      setQuestion(null)
      unanswered.current = []
      draft.saved(outcome.saved, sent)
      return onSaved(outcome.saved, Object.keys(typedSince(draft.changes, sent.changes)).length > 0)
    },
  })
  return {
    submit: () => save.mutate({ sent: draft.sent, isConfirmed: false }),
    /** @param more what is sent besides what was typed, or in other words */
    submitWith: (more: Partial<T>) =>
      save.mutate({ sent: { base: draft.sent.base, changes: { ...draft.sent.changes, ...more } }, isConfirmed: false }),
    question,
    confirm: () => question && save.mutate({ sent: question.sent, isConfirmed: true }),
    cancel: () => setQuestion(null),
    isPending: save.isPending,
    // `DraftNote` shows it.
    error: save.error instanceof ChangedMeanwhile && draft.clash !== null ? null : save.error,
  }
}
