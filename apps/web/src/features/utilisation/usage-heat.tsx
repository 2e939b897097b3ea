import type { UsageHeat } from '@wardtrack/contracts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../lib/i18n/formats.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { HeatTable } from '../../ui/heat-table.tsx'
import { Panel } from '../../ui/panel.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** A Monday at noon, which is a Monday in every time zone. */
const MONDAY = Date.UTC(2024, 0, 1, 12)
const DAY_MS = 86_400_000

const dayName = (day: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(
    MONDAY + day * DAY_MS,
  )

const partsOf = (shares: readonly (number | null)[]) =>
  shares.map((share) => (share === null ? null : share / 100))

interface UsageHeatPanelProps {
  readonly heat: UsageHeat
  readonly categoryName: (code: string) => string
}

/** Use of equipment by hour and weekday, or by hour and category. */
export function UsageHeatPanel({ heat: { week, categories }, categoryName }: UsageHeatPanelProps) {
  const { t } = useTranslation('analyses')
  const [by, setBy] = useState<'week' | 'category'>('week')
  const rows =
    by === 'week'
      ? week.map((shares, day) => ({ name: dayName(day), shares: partsOf(shares) }))
      : categories.map(({ name, hours }) => ({ name: categoryName(name), shares: partsOf(hours) }))
  return (
    <Panel
      title={t('utilisation.heat')}
      extra={
        <Segmented
          aria-label={t('utilisation.rows')}
          size="small"
          value={by}
          onChange={setBy}
          options={[
            { value: 'week', label: t('utilisation.byWeek') },
            { value: 'category', label: t('utilisation.byCategory') },
          ]}
        />
      }
    >
      <HeatTable
        label={t('utilisation.heat')}
        corner={by === 'week' ? t('utilisation.weekday') : t('utilisation.category')}
        columns={HOURS}
        rows={rows}
        text={formatPercent}
      />
    </Panel>
  )
}
