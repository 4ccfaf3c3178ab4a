import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { buttonClass } from '#web/ui/button/button-class.ts'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useHolder } from '../holder.ts'
import { appointmentsOfPerson } from './people-queries.ts'

const weeksAhead = [1, 2, 3, 4, 6, 8, 12, 26] as const

/** The next appointment of a person, or else the last one, once more some weeks later. */
export function SameAgain({ personId }: { readonly personId: string }) {
  const { t } = useLingui()
  const holder = useHolder()
  const navigate = useNavigate()
  const { data: coming } = useSuspenseQuery(appointmentsOfPerson(holder, personId, 'coming', undefined))
  const { data: past } = useSuspenseQuery(appointmentsOfPerson(holder, personId, 'past', undefined))
  const appointment = coming.items.find(({ status }) => status === 'registered') ?? past.items[0]
  if (appointment === undefined) return null
  return (
    <Menu
      label={t`The same again`}
      className={buttonClass('secondary')}
      choices={weeksAhead.map((weeks) => ({
        id: String(weeks),
        name: t({ message: plural(weeks, { one: '# week later', other: '# weeks later' }) }),
        onAction: () => void navigate({ to: '/appointments/new', search: { again: appointment.id, weeks } }),
      }))}
    >
      <CalendarPlus aria-hidden size={16} />
      <Trans>The same again</Trans>
    </Menu>
  )
}
