import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TabLinks, tabLink } from '#web/ui/data/tabs.tsx'

/** What waits for staff: requests about appointments, and people to link. */
export function RequestTabs() {
  const { t } = useLingui()
  return (
    <TabLinks label={t`Which requests`}>
      <Link
        to="/requests"
        search={{ show: undefined }}
        activeOptions={{ includeSearch: true, explicitUndefined: true }}
        {...tabLink}
      >
        <Trans>Waiting</Trans>
      </Link>
      <Link to="/requests" search={{ show: 'to-move' }} activeOptions={{ includeSearch: true }} {...tabLink}>
        <Trans>To be moved</Trans>
      </Link>
      <Link to="/requests" search={{ show: 'all' }} activeOptions={{ includeSearch: true }} {...tabLink}>
        <Trans>All</Trans>
      </Link>
      <Link to="/replies" search={{}} {...tabLink}>
        <Trans>Replies</Trans>
      </Link>
      <Link to="/people" search={{}} {...tabLink}>
        <Trans>People who wait</Trans>
      </Link>
    </TabLinks>
  )
}
