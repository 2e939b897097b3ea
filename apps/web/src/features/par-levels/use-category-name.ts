import { useCallback } from 'react'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'

/** What the house calls a category of equipment. */
export function useCategoryName(): (code: string) => string {
  const mapping = useMetadata()
  return useCallback((code) => aliasesOf(mapping, 'Equipment').option('PrimaryCategory', code), [mapping])
}
