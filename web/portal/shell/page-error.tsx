import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '#web/api/api-error.ts'
import { LinkButton } from '#web/ui/button/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** In place of a page that could not be loaded. */
export function PageError(props: ErrorComponentProps) {
  const { t } = useLingui()
  return (
    <Page title={t`This page could not be shown`}>
      <PartError {...props} />
    </Page>
  )
}

/** In place of a part of a page. */
export function PartError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) return <ErrorState error={error} onRetry={retry} />
  return (
    <ErrorState
      error={error}
      action={
        <LinkButton to="/today">
          <Trans>Go to Today</Trans>
        </LinkButton>
      }
    />
  )
}
