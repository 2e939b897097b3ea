import type { EncryptionLimits } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { aliasesOf, typeName, useMetadata } from '../lib/metadata.ts'

interface EncryptionNoticeProps {
  readonly limits: EncryptionLimits | undefined
}

/** Says which asset types a list leaves out or does not sort, because they encrypt a field. */
export function EncryptionNotice({ limits }: EncryptionNoticeProps) {
  const { t } = useTranslation('asset-filters')
  const mapping = useMetadata()
  const lines = (['unfiltered', 'unsorted'] as const).flatMap((limit) =>
    (limits?.[limit] ?? []).map(({ field, AssetTypes }) => {
      const [type = ''] = AssetTypes
      const [name = field] =
        Object.entries(mapping?.[type] ?? {}).find(([, { Model }]) => Model === field) ?? []
      const types = AssetTypes.map((assetType) => typeName(mapping, assetType)).join(', ')
      return t(`encrypted.${limit}`, { field: aliasesOf(mapping, type).field(name), types })
    }),
  )
  if (lines.length === 0) return null
  return <Alert type="info" showIcon role="status" title={lines.join(' ')} />
}
