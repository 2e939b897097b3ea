import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { aliasesOf, useMetadata } from './metadata.ts'

/** Returns a function that finds a category's name by its code. Assets without a category have the empty code. */
export function useCategoryName(): (code: string, assetType?: string) => string {
  const { t } = useTranslation('reports')
  const mapping = useMetadata()
  return useCallback(
    (code, assetType = 'Equipment') =>
      code === '' ? t('noCategory') : aliasesOf(mapping, assetType).option('PrimaryCategory', code),
    [mapping, t],
  )
}
