import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { SetupPage } from '../setup-page.tsx'
import { readAuditSearch } from './audit-queries.ts'
import { ControlList } from './control-list.tsx'
import { Trail } from './trail.tsx'

const route = getRouteApi('/shell/setup/audit')

/** Who did what with the data of the organization; and who of its staff opened most people in a month. */
export function AuditPage() {
  const { t } = useLingui()
  const search = readAuditSearch(route.useSearch())
  if (search.control === true)
    return (
      <SetupPage
        title={t`Control list`}
        lead={
          <Trans>
            Who of your colleagues opened most people in a month. A high number is a reason to ask, and proves nothing.
          </Trans>
        }
        actions={
          <Link to="/setup/audit" search={{}} className={buttonClass('secondary')}>
            <Trans>Who did what</Trans>
          </Link>
        }
      >
        <ControlList search={search} />
      </SetupPage>
    )
  return (
    <SetupPage
      title={t`Audit`}
      lead={
        <Trans>
          Who looked at what and who changed what. It is kept for five years, and looking here is noted as well.
        </Trans>
      }
      actions={
        <Link to="/setup/audit" search={{ control: true }} className={buttonClass('secondary')}>
          <Trans>Control list</Trans>
        </Link>
      }
    >
      <Trail search={search} />
    </SetupPage>
  )
}
