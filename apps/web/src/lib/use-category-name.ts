import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { aliasesOf, useMetadata } from './metadata.ts'

/** What people call a category of assets by its code; a group of assets without one has the empty code. */
export function useCategoryName(): (code: string, assetType?: string) => string {
  const { t } = useTranslation('reports')
  const mapping = useMetadata()
  return useCallback(
    (code, assetType = 'Equipment') =>
      code === '' ? t('noCategory') : aliasesOf(mapping, assetType).option('PrimaryCategory', code),
    [mapping, t],
  )
}
