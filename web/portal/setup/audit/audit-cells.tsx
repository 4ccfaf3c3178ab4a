import { useLingui } from '@lingui/react/macro'
import type { TrailEvent } from './audit-queries.ts'
import { actorText, changeText, isNamed, kindText } from './audit-text.ts'

/** What was done and with what kind of thing; by the name of the action where words for it are missing. */
export function Action({ event }: { readonly event: TrailEvent }) {
  const { i18n, t } = useLingui()
  const { action, outcome } = event
  const [change, kind] = [changeText(event), isNamed(action) ? null : kindText(action)]
  return (
    <>
      <span className="font-medium">
        {[change, kind]
          .filter((word) => word !== null)
          .map((word) => i18n._(word))
          .join(' · ')}
      </span>
      {outcome === 'failure' && <span className="ms-2 text-danger">{t`Failed`}</span>}
      <span className="block text-xs font-normal text-muted">
        <code dir="ltr" className="font-mono wrap-anywhere">
          {action}
        </code>
      </span>
    </>
  )
}

/** Who did it, and by which key where it was a program. */
export function Actor({ event: { actor, credential } }: { readonly event: TrailEvent }) {
  const { i18n, t } = useLingui()
  return (
    <>
      <bdi className="wrap-anywhere">{actor.name ?? i18n._(actorText[actor.kind])}</bdi>
      {credential?.kind === 'api_key' && (
        <span className="block text-xs text-muted">
          {t`API key`} <bdi>{credential.name ?? ''}</bdi>
        </span>
      )}
    </>
  )
}
