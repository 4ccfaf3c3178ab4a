import { Trans } from '@lingui/react/macro'
import type { Networks } from './networks-queries.ts'

/** Keys that have called lately from where they would no longer be let in. */
export function CallingKeys({ keys }: { readonly keys: Networks['callingKeys'] }) {
  if (keys.length === 0) return null
  return (
    <div className="text-warn">
      <p>
        <Trans>These keys called from elsewhere in the last 14 days and would be refused there:</Trans>
      </p>
      <ul className="mt-1 list-disc ps-5">
        {keys.map(({ keyId, keyName, network }) => (
          <li key={`${keyId} ${network}`}>
            <bdi>{keyName}</bdi> – <bdi dir="ltr">{network}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
