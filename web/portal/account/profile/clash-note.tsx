import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#web/ui/button/button.tsx'
import { profileFields, type ProfileFieldId } from './profile-fields.ts'
import type { Clash } from './use-profile-form.ts'

/** What somebody else changed meanwhile, beside what was typed here. Nothing typed is lost. */
export function ClashNote({
  clashes,
  valueOf,
  onTheirs,
}: {
  readonly clashes: readonly Clash[]
  readonly valueOf: (id: ProfileFieldId) => string
  readonly onTheirs: (id: ProfileFieldId) => void
}) {
  const { i18n } = useLingui()
  if (clashes.length === 0) return null
  return (
    <div role="alert" className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      <p className="font-medium">
        <Trans>Somebody else has changed this in the meantime. Save again to keep what you typed.</Trans>
      </p>
      <dl className="mt-2 flex flex-col gap-3">
        {clashes.map(({ id, theirs }) => (
          <div key={id} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
            <dt>{i18n._(profileFields[id].label)}</dt>
            <dd>
              <span className="block">
                <Trans>Now: {theirs === '' ? '–' : theirs}</Trans>
              </span>
              <span className="block">
                <Trans>Your version: {valueOf(id) === '' ? '–' : valueOf(id)}</Trans>
              </span>
            </dd>
            <dd>
              <Button onPress={() => onTheirs(id)}>
                <Trans>Use their version</Trans>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
