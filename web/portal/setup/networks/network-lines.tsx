import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { readNetwork } from './network.ts'

const networksMax = 50

/** A list of networks, one on each line, checked while it is typed. */
export function NetworkLines({
  label,
  name,
  lines,
  onChange,
  children,
}: {
  readonly label: string
  readonly name: string
  readonly lines: readonly string[]
  readonly onChange: (lines: string[]) => void
  /** What else is to be said of the list. */
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  const given = lines.map((line) => line.trim()).filter((line) => line !== '')
  const wrong = given.find((line) => readNetwork(line) === null)
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <TextArea
        label={label}
        hint={t`One on each line, such as 192.0.2.0/24 or 2001:db8::/48.`}
        name={name}
        inputMode="text"
        dir="ltr"
        spellCheck={false}
        value={lines.join('\n')}
        onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
      />
      <div role="status" className="flex flex-col gap-2 text-sm empty:hidden">
        {wrong !== undefined && (
          <p className="text-warn">
            <Trans>
              This is no address and no network: <bdi>{wrong}</bdi>
            </Trans>
          </p>
        )}
        {given.length > networksMax && (
          <p className="text-warn">
            <Trans>A list has at most {networksMax} networks.</Trans>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
