import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '#web/ui/page.tsx'

/** A page of the set-up, under the way back to what it is part of. */
export function SetupPage({
  list,
  ...props
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** Of a page about one thing: the page with all of them. */
  readonly list?: { readonly to: NonNullable<LinkProps['to']>; readonly name: string }
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  const look = 'inline-flex min-h-6 items-center hover:text-ink hover:underline'
  return (
    <>
      <nav aria-label={t`Set-up`} className="mb-2 flex flex-wrap items-center gap-1 text-sm text-muted print:hidden">
        <Link to="/setup" className={look}>
          <Trans>Set-up</Trans>
        </Link>
        <ChevronRight aria-hidden size={14} className="rtl:rotate-180" />
        {list && (
          <>
            <Link to={list.to} className={look}>
              {list.name}
            </Link>
            <ChevronRight aria-hidden size={14} className="rtl:rotate-180" />
          </>
        )}
      </nav>
      <Page {...props} />
    </>
  )
}
