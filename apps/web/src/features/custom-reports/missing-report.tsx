import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Empty state for a report that was deleted or is hidden from the user; both cases look the same. */
export function MissingReport() {
  const { t } = useTranslation('custom-reports')
  const mayCompose = useMayOpen('generate-report')
  return (
    <EmptyState
      boxed
      title={t('oneFailed')}
      why={t('oneMissing')}
      action={mayCompose ? <Link to="/generate-report">{t('title')}</Link> : null}
    />
  )
}
