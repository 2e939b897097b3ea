import { useTranslation } from 'react-i18next'
import { EmptyState, ImportLink } from '../../ui/empty-state.tsx'

/** In the place of a report's rows where there is no equipment that could be told of. */
export function NoEquipment() {
  const { t } = useTranslation('analyses')
  return (
    <EmptyState boxed title={t('noEquipment.title')} why={t('noEquipment.why')} action={<ImportLink />} />
  )
}
