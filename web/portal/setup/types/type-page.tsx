import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { currentLocale } from '#web/ui/language/i18n.tsx'
import { useHolder, useProfile } from '../../holder.ts'
import { SetupPage } from '../setup-page.tsx'
import { ArchiveType } from './archive-type.tsx'
import { TypeForm } from './type-form.tsx'
import { oneType, typeName } from './type-queries.ts'

const route = getRouteApi('/shell/setup/types/$typeId')

export function TypePage() {
  const { t } = useLingui()
  const { typeId } = route.useParams()
  const { data: type } = useSuspenseQuery(oneType(useHolder(), typeId))
  const { defaultLocale } = useProfile()
  const isOwn = type.ownership === 'own'
  const isArchived = type.status === 'archived'
  const lead = isArchived
    ? t`Archived: appointments of this type keep it, but it can no longer be chosen.`
    : isOwn
      ? undefined
      : t`This type is the same for every organization and cannot be changed.`
  return (
    <SetupPage
      list={{ to: '/setup/types', name: t`Appointment types` }}
      title={typeName(type.name, currentLocale(), defaultLocale)}
      lead={lead}
      actions={isOwn && !isArchived && <ArchiveType type={type} />}
    >
      <TypeForm key={typeId} type={type} />
    </SetupPage>
  )
}

export function NewTypePage() {
  const { t } = useLingui()
  return (
    <SetupPage list={{ to: '/setup/types', name: t`Appointment types` }} title={t`New appointment type`}>
      <TypeForm type={null} />
    </SetupPage>
  )
}
