import { StatusPill } from '#web/ui/data/status-pill.tsx'
import type { Call } from './call-queries.ts'

/** Its status, and the code of its error; by colour and sign too, whose fault it was. */
export function CallAnswer({ call: { status, errorCode } }: { readonly call: Pick<Call, 'status' | 'errorCode'> }) {
  return (
    <StatusPill tone={status < 400 ? 'ok' : status < 500 ? 'warn' : 'danger'}>
      <code dir="ltr" className="font-mono wrap-anywhere">
        {errorCode === null ? status : `${status} ${errorCode}`}
      </code>
    </StatusPill>
  )
}
