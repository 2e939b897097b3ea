import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import type { FilterValues } from '../../ui/filters/index.ts'
import type { QuickFilter } from '../saved-filters/index.ts'

const LAST_SIX_HOURS = { createdAt: { preset: 'last-6-hours' } } as const satisfies FilterValues

/**
 * Returns the built-in filters of all users.
 * @param defaultType asset type of the page without a type filter
 */
export function useQuickFilters(defaultType: string | undefined): readonly QuickFilter[] {
  const { t } = useTranslation('asset-filters')
  const patients = useQuery({ ...accessQuery(), enabled: false }).data?.patientDataAccess ?? false
  const ofType = (label: string, type: string): QuickFilter => ({
    label,
    values: type === defaultType ? {} : { AssetType: [type] },
  })
  return [
    ...(defaultType === undefined ? [{ label: t('allAssets'), values: {} }] : []),
    ofType(t('allDevices'), 'Equipment'),
    ...(patients ? [ofType(t('allPatients'), 'Patient')] : []),
    ofType(t('allClinicians'), 'Clinician'),
    { label: t('lastSixHours'), values: LAST_SIX_HOURS },
  ]
}
