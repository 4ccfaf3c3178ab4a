import { useLingui } from '@lingui/react/macro'
import { StatusPill } from '#web/ui/data/status-pill.tsx'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { formatMilliseconds } from '#web/ui/numbers.ts'
import type { Attempt } from './webhook-queries.ts'
import { attemptErrors } from './webhook-text.ts'

/** How one call went: its status and time, why it was no success, and what was answered. */
export function AttemptOutcome({ attempt, when }: { readonly attempt: Attempt; readonly when: string }) {
  const { t, i18n } = useLingui()
  const { status, errorCode, answer } = attempt
  return (
    <div className="rounded-md border border-line px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusPill tone={errorCode === null ? 'ok' : 'danger'}>{status ?? t`No answer`}</StatusPill>
        <span className="tabular-nums">{formatMilliseconds(attempt.durationMs, currentLocale())}</span>
        <span className="text-muted">{when}</span>
      </p>
      {errorCode !== null && <p className="mt-2">{i18n._(attemptErrors[errorCode])}</p>}
      {answer !== null && (
        <div className="mt-2">
          <Code>{answer}</Code>
        </div>
      )}
    </div>
  )
}

/** What programs say to each other, as it is. */
export function Code({ children }: { readonly children: string }) {
  return (
    <pre dir="ltr" className="rounded-md bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
      {children}
    </pre>
  )
}

/** JSON with a line for each field; what is none stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
