import type { UncleanedUse } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { DataTable } from '../../ui/data-table/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { ChartNote } from '../reports/index.ts'
import { useUncleanedColumns } from './cleaning-columns.tsx'

interface UncleanedUsesProps {
  /** The latest ones first. */
  readonly uses: readonly UncleanedUse[]
  /** How many there are in all. */
  readonly total: number
}

/** The pieces that were used again without cleaning, with the way to each. */
export function UncleanedUses({ uses, total }: UncleanedUsesProps) {
  const { t } = useTranslation('analyses')
  const columns = useUncleanedColumns()
  const title = t('cleaning.uncleaned')
  return (
    <Panel
      title={title}
      extra={
        total > uses.length ? (
          <ChartNote>
            {t('cleaning.latest', { shown: formatNumber(uses.length), total: formatNumber(total) })}
          </ChartNote>
        ) : null
      }
    >
      <DataTable
        label={title}
        density="history"
        columns={columns}
        rows={uses}
        rowKey={({ AssetType, AssetId, usedAgainAt }) => [AssetType, AssetId, usedAgainAt].join('|')}
        empty={t('cleaning.everyClean')}
      />
    </Panel>
  )
}
