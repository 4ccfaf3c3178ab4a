import { Trans } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { later } from '../later.tsx'
import type { FieldText } from './differences.ts'
import type { Draft } from './use-draft.ts'

const ChangedNote = later(async () => (await import('./changed-note.tsx')).ChangedNote)

/** What somebody else saved meanwhile, beside what was typed here, which saving again keeps. */
export function DraftNote<T extends object>({
  draft: { clash, changes, value, set },
  fields,
}: {
  readonly draft: Pick<Draft<T>, 'clash' | 'changes' | 'value' | 'set'>
  readonly fields: FieldText<T>
}) {
  if (clash === null) return null
  const { before, theirs } = clash
  const rows = (Object.keys(theirs) as (keyof T)[]).map((field) => {
    const words = fields[field]
    const isBoth = field in changes
    return {
      name: words?.name ?? String(field),
      before: words?.text(before) ?? '',
      now: words?.text({ ...value, [field]: theirs[field] }) ?? '',
      yours: isBoth ? words?.text(value) : undefined,
      action: isBoth && (
        <span>
          <Button onPress={() => set({ [field]: theirs[field] } as unknown as Partial<T>)}>
            <Trans>Use their version</Trans>
          </Button>
        </span>
      ),
    }
  })
  return (
    <ChangedNote rows={rows}>
      <Trans>What you typed is still here. Save again to keep it.</Trans>
    </ChangedNote>
  )
}
